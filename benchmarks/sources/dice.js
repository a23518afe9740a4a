// Balanced dice: node dice.js idiomatic|typed GAMES ROLLS BETA prints, by roll, the quantiles over
// games of KL(statistics || p), KL(q || p) and KL(p || q), in bits.

const P = [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1].map((ways) => ways / 36);
const ORDERS = [0.1, 0.5, 0.9];

const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
const divergence = (q, p) => sum(q.map((x, i) => (x > 0 ? x * Math.log2(x / p[i]) : 0)));

function quantiles(sorted) {
  return ORDERS.map((order) => sorted[Math.ceil(sorted.length * order - 1e-9) - 1]);
}

function idiomatic(games, rolls, beta) {
  const kept = Array.from({ length: 3 * rolls }, () => []);
  for (let game = 0; game < games; game++) {
    const counts = P.map(() => 0);
    for (let n = 0; n < rolls; n++) {
      const weights = P.map((p, i) => p * Math.exp(-beta * (counts[i] - n * p)));
      const norm = sum(weights);
      const q = weights.map((w) => w / norm);
      kept[3 * n + 1].push(divergence(q, P));
      kept[3 * n + 2].push(divergence(P, q));
      let left = Math.random();
      const rolled = q.findIndex((x) => (left -= x) < 0);
      counts[rolled < 0 ? 10 : rolled]++;
      kept[3 * n].push(divergence(counts.map((c) => c / (n + 1)), P));
    }
  }
  return kept.map((values) => quantiles(values.sort((a, b) => a - b)));
}

function typed(games, rolls, beta) {
  const kept = Array.from({ length: 3 * rolls }, () => new Float64Array(games));
  const p = Float64Array.from(P);
  const counts = new Int32Array(11), weights = new Float64Array(11);
  for (let game = 0; game < games; game++) {
    counts.fill(0);
    for (let n = 0; n < rolls; n++) {
      let norm = 0;
      for (let i = 0; i < 11; i++) {
        weights[i] = p[i] * Math.exp(-beta * (counts[i] - n * p[i]));
        norm += weights[i];
      }
      let next = 0, back = 0;
      for (let i = 0; i < 11; i++) {
        const ratio = Math.log2(weights[i] / norm / p[i]);
        next += (weights[i] / norm) * ratio;
        back -= p[i] * ratio;
      }
      let left = Math.random() * norm, rolled = 0;
      while (rolled < 10 && (left -= weights[rolled]) >= 0) rolled++;
      counts[rolled]++;
      let bits = 0;
      for (let i = 0; i < 11; i++) {
        const share = counts[i] / (n + 1);
        if (share > 0) bits += share * Math.log2(share / p[i]);
      }
      kept[3 * n][game] = bits;
      kept[3 * n + 1][game] = next;
      kept[3 * n + 2][game] = back;
    }
  }
  return kept.map((values) => quantiles(values.sort()));
}

const [way, games, rolls, beta] = process.argv.slice(2);
const found = { idiomatic, typed }[way](Number(games), Number(rolls), Number(beta));
console.log(JSON.stringify(found));
