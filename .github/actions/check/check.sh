#!/usr/bin/env bash
# The logic of the action: checks specs by traycheckw, keeps results, and writes SARIF and the summary of the job.
# Environment: SPECS (paths), ARGUMENTS (more options), TRAYCHECK_HOME (what a next run may reuse), and what
# traycheckw reads. GITHUB_OUTPUT and GITHUB_STEP_SUMMARY are files of the host.
set -euo pipefail

# Words are split at blanks. Nothing is evaluated.
read -r -d '' -a specs <<<"${SPECS:-}" || true
read -r -d '' -a arguments <<<"${ARGUMENTS:-}" || true
mkdir -p "$TRAYCHECK_HOME" || exit 2
sarif=$TRAYCHECK_HOME/traycheck.sarif
rm -f "$sarif"

status=0
"$(dirname "$0")/traycheckw" check ${specs[@]+"${specs[@]}"} --cache "$TRAYCHECK_HOME/results" \
  --report sarif="$sarif" ${arguments[@]+"${arguments[@]}"} || status=$?
{
  echo "status=$status"
  if [[ -e $sarif ]]; then echo "sarif=$sarif"; fi
} >>"${GITHUB_OUTPUT:-/dev/null}"
exit "$status"
