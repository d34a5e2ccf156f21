#!/bin/sh
# A branch adds a key and removes it again, so that no file of its head has it. A scan with a base finds the commit:
#   npm start                                  # in another terminal
#   sh examples/findings/removed-key.sh
set -eu
url=${SCANGATE_URL:-http://127.0.0.1:4010}
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT

commit() {
  git -C "$copy" add --all
  git -C "$copy" -c user.name=example -c user.email=example@example.com commit --quiet --message="$1"
  git -C "$copy" rev-parse HEAD
}
# The value of the first field of this name in an answer.
field() {
  sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" | head -n 1
}
ask() {
  curl -sS --fail-with-body -H "Authorization: Bearer ${token:-}" -H 'Content-Type: application/json' "$@"
}

git -C "$copy" init --quiet --initial-branch=main
echo 'A shop.' >"$copy/README.md"
base=$(commit 'Begin the shop')
git -C "$copy" checkout --quiet -b payments
# The key is made up here, so that none stands in this file.
printf 'STRIPE_KEY=sk_%s_%s\n' live "$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')" >"$copy/payments.env"
added=$(commit 'Add payments')
echo 'STRIPE_KEY=from the environment' >"$copy/payments.env"
head=$(commit 'Take the key from the environment')

# An organization of its own, which only the local service makes on request.
token=$(ask "$url/_local/organizations" -d '{"name":"Removed key","plan":"Team"}' | sed -n 's/.*"owner":"\(sgp_[^"]*\)".*/\1/p')
repository=$(ask "$url/v1/repositories" -d "{\"url\":\"$copy\"}" | field repositoryId)
scan=$(ask "$url/v1/scans" -d "{\"repositoryId\":\"$repository\",\"commitHash\":\"$head\",\"branch\":\"payments\",\"baseCommitHash\":\"$base\",\"scanTypes\":[\"secrets\"]}" | field scanId)
# A wait that lasts begins with empty lines, which keep its connection open.
answer=$(ask "$url/v1/scans/$scan/wait?timeout=120&interval=1" | tr -d "\n")
check=$(printf '%s' "$answer" | sed 's/.*"pullRequestCheck"://')

echo "The head:      $(printf '%s' "$answer" | sed 's/,"pullRequestCheck":.*//' | field verdict)"
echo "The branch:    $(printf '%s' "$check" | sed 's/{"verdict":"\([A-Z]*\)".*/\1/')"
found=$(printf '%s' "$check" | sed 's/.*"history"://' | field commitHash)
echo "The key is in: $(git -C "$copy" log -1 --format='%h %s' "$found")"
[ "$found" = "$added" ]
