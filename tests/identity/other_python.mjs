// Prints the version of a CPython compiled to WebAssembly (the npm package pyodide), and what a
// Python program prints in it. Usage: node other_python.mjs FOLDER_OF_PYODIDE SRC PROGRAM
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, src, program] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const python = await loadPyodide({ indexURL: folder });
python.FS.mkdir("/src");
python.FS.mount(python.FS.filesystems.NODEFS, { root: src }, "/src");
try {
  python.runPython(`import sys; sys.dont_write_bytecode = True; sys.path.insert(0, "/src")`);
  python.runPython(readFileSync(program, "utf8"));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
