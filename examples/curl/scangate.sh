#!/bin/sh
# Scans a commit with Scangate, waits for the verdict and exits by it. Needs a POSIX shell and curl.
#
#   SCANGATE_URL=https://… SCANGATE_TOKEN=sgs_… scangate.sh owner/repo <full commit hash> [branch]
#
# SCANGATE_TOKEN      a service token, from a secret variable of the CI; it is never printed
# SCANGATE_BASE       full hash of the commit to compare with, on the default branch (optional)
# SCANGATE_GATE       pull-request: exit by what the commit changes against SCANGATE_BASE (default: by the verdict)
# SCANGATE_TIMEOUT    seconds to wait for the verdict (default 900)
# SCANGATE_SUMMARY    file to append a Markdown summary to (optional)
# SCANGATE_SARIF      file to write the findings to as SARIF 2.1.0 (optional)
# SCANGATE_JUNIT      file to write the findings to as JUnit XML (optional)
#
# Exit codes, as those of the command line client: 0 PASS, 1 FAIL, 2 ERROR, 3 no verdict in time or no answer,
# 4 access (401, 403), 5 billing (402), 6 bad input (any other refusal).
set -eu

usage() {
  echo "usage: scangate.sh owner/repo <full commit hash> [branch]" >&2
  exit 6
}

[ $# -ge 2 ] || usage
full_name=$1
commit_hash=$2
branch=${3:-}
: "${SCANGATE_URL:?set SCANGATE_URL to the address of the service}"
SCANGATE_URL=${SCANGATE_URL%/}
: "${SCANGATE_TOKEN:?set SCANGATE_TOKEN from a secret variable}"
deadline=$(($(date +%s) + ${SCANGATE_TIMEOUT:-900}))

case $commit_hash in *[!0-9a-fA-F]* | '') usage ;; esac
base=${SCANGATE_BASE:-}
case $base in *[!0-9a-fA-F]*) usage ;; esac
# A branch is only shown with the scan. A name that would have to be escaped in JSON is left out.
case $branch in *[!A-Za-z0-9._/@+-]*) branch= ;; esac

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
answer=$folder/answer

# Sends a request and prints the status; the body goes to $answer. curl reads the token from its standard input, so
# that it appears in no process list. Repeating is safe: reads change nothing, and the scan has an Idempotency-Key.
request() {
  path=$1
  shift
  : >"$answer"
  printf 'header = "Authorization: Bearer %s"\n' "$SCANGATE_TOKEN" |
    curl --config - --silent --show-error --retry 4 --retry-connrefused \
      --output "$answer" --write-out '%{http_code}' "$@" "$SCANGATE_URL$path" || true
}

# The first text field of this name. An unescaped quote cannot stand inside a JSON string, so `"name":"` is always a key.
field() {
  grep -o "\"$1\" *: *\"[^\"]*\"" "$answer" | head -n 1 | sed 's/^"[^"]*" *: *"//; s/"$//'
}

# The seconds after which the service asks to be called again.
retry_after() {
  seconds=$(sed -n 's/.*"retryAfter" *: *\([0-9]\{1,3\}\).*/\1/p' "$answer" | head -n 1)
  echo "${seconds:-5}"
}

refused() {
  echo "Scangate answered $1: $(field code): $(field detail)" >&2
  case $1 in
    401 | 403) exit 4 ;;
    402) exit 5 ;;
    000 | 429 | 5??) exit 3 ;;
    *) exit 6 ;;
  esac
}

status=$(request /v1/repositories/resolve --get --data-urlencode "fullName=$full_name")
[ "$status" = 200 ] || refused "$status"
repository_id=$(field repositoryId)

key=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
body="{\"repositoryId\":\"$repository_id\",\"commitHash\":\"$commit_hash\"${branch:+,\"branch\":\"$branch\"}${base:+,\"baseCommitHash\":\"$base\"}}"
status=$(request /v1/scans --header 'Content-Type: application/json' \
  --header "Idempotency-Key: $key" --data "$body")
case $status in 200 | 201) ;; *) refused "$status" ;; esac
scan_id=$(field scanId)
echo "Scan $scan_id of $full_name at $commit_hash"

# One call waits for at most 300 s here. When the call times out, the scan keeps running and is polled again.
verdict=
while [ -z "$verdict" ]; do
  left=$((deadline - $(date +%s)))
  if [ "$left" -le 0 ]; then
    echo "There is no verdict yet. The scan keeps running: $scan_id" >&2
    exit 3
  fi
  [ "$left" -le 300 ] || left=300
  status=$(request "/v1/scans/$scan_id/wait?timeout=$left&interval=5" --max-time $((left + 60)))
  case $status in 200 | 000 | 429 | 5??) ;; *) refused "$status" ;; esac
  verdict=$(field verdict)
  [ -n "$verdict" ] || sleep "$(retry_after)"
done
reason=$(field reason)

# The pull request check follows the verdict of the scan in the response. A missing check never passes.
if [ "${SCANGATE_GATE:-}" = pull-request ]; then
  echo "All findings: $verdict: $reason"
  sed -n 's/.*"pullRequestCheck" *: *{/{/p' "$answer" >"$folder/check"
  mv "$folder/check" "$answer"
  verdict=$(field verdict)
  reason=$(field reason)
fi

report() {
  status=$(request "/v1/scans/$scan_id/findings" --header "Accept: $1")
  if [ "$status" = 200 ]; then cat "$answer"; else echo "There is no report ($status)." >&2; fi
}
[ -z "${SCANGATE_SUMMARY:-}" ] || report text/markdown >>"$SCANGATE_SUMMARY"
[ -z "${SCANGATE_SARIF:-}" ] || report application/sarif+json >"$SCANGATE_SARIF"
[ -z "${SCANGATE_JUNIT:-}" ] || report application/junit+xml >"$SCANGATE_JUNIT"

echo "$verdict: $reason"
case $verdict in
  PASS) exit 0 ;;
  FAIL) exit 1 ;;
  *) exit 2 ;;
esac
