#!/bin/sh
# A Slurm of one node, this machine, without systemd or a database. As root:
#
#     tests/slurm/cluster.sh start FOLDER    # nothing, where one started so runs already
#     tests/slurm/cluster.sh stop            # cancels its jobs, too
#
# Needs the Debian packages slurmctld, slurmd, slurm-client and munge. Settings, logs, state and the
# list of ended jobs (jobs.txt) lie in FOLDER; /etc/slurm/slurm.conf becomes a link to the settings,
# since Snakemake's plugin keeps SLURM_CONF from its jobs.
set -eu

export PATH="$PATH:/usr/sbin"
link=/etc/slurm/slurm.conf

refuse() {
    echo "cluster.sh: $*" >&2
    exit 1
}

settings() {
    name=$(hostname -s)
    cat << EOF
ClusterName=test
SlurmctldHost=$name(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
JobCompType=jobcomp/filetxt
JobCompLoc=$folder/jobs.txt
AccountingStorageType=accounting_storage/none
# These need neither systemd nor control groups; a job that takes more memory than it states is
# killed, as they would do.
JobAcctGatherType=jobacct_gather/linux
JobAcctGatherFrequency=task=1
JobAcctGatherParams=OverMemoryKill
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
ReturnToService=2
# Seconds for which squeue knows a job that has ended; this is Slurm's default.
MinJobAge=300
NodeName=$name NodeAddr=127.0.0.1 $(slurmd -C | sed -n 's/^NodeName=[^ ]* //p')
PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE
EOF
}

works() { timeout 10 srun --immediate=5 true > /dev/null 2>&1; }

start() {
    if [ -L "$link" ] && works; then return; fi
    if [ -e "$link" ] && [ ! -L "$link" ]; then refuse "$link: another Slurm's; leave it alone"; fi
    mkdir -p "$1/state" "$1/spool" /etc/slurm
    folder=$(cd "$1" && pwd)
    settings > "$folder/slurm.conf"
    ln -sfn "$folder/slurm.conf" "$link"
    (umask 077 && head -c 128 /dev/urandom > "$folder/munge.key")
    munged --socket="$folder/munge.socket" --key-file="$folder/munge.key" --force \
        --pid-file="$folder/munged.pid" --seed-file="$folder/munge.seed" \
        --log-file="$folder/munged.log"
    slurmctld
    slurmd
    for _ in $(seq 20); do
        if works; then return; fi
        sleep 1
    done
    refuse "no job ran; see $folder/*.log"
}

stop() {
    if [ ! -L "$link" ]; then return; fi
    folder=$(dirname "$(readlink "$link")")
    scancel --user=root || true
    for program in slurmd slurmctld munged; do
        pid=$(cat "$folder/$program.pid") && kill "$pid" || continue
        while kill -0 "$pid" 2> /dev/null; do sleep 0.1; done
    done
    rm "$link"
}

[ "$(id -u)" = 0 ] || refuse "only root can start it"
case "$#${1-}" in
    2start) start "$2" ;;
    1stop) stop ;;
    *) refuse "start FOLDER, or stop" ;;
esac
