#!/bin/sh
#SBATCH --job-name=traycheck
#SBATCH --array=1-{{PARTS}}
#SBATCH --cpus-per-task=1
#SBATCH --requeue
# Walks in {{PARTS}} parts, as an array of jobs. The folder is shared by all machines.
#
#   sbatch THIS.sh                                   all parts
#   sbatch --array=7 THIS.sh                         one part alone, if it died
#   sbatch --dependency=afterany:JOB --array=0 THIS.sh   joins them
set -u
folder=${TRAYCHECK_PARTS:-parts}
part=$SLURM_ARRAY_TASK_ID
mkdir -p "$folder"
if [ "$part" -eq 0 ]; then exec {{MERGE}} "$folder"/*.json; fi
{{PART}}
