#!/bin/sh
# Exchanges the JWT of a CI job for a token of 15 minutes, and prints the token. Needs a POSIX shell and curl.
#
#   SCANGATE_URL=https://… SCANGATE_ORGANIZATION=<id> JWT=… exchange-token.sh
#
# Exit codes, as those of scangate.sh: 3 no answer, 4 access (401, 403), 5 billing (402), 6 any other refusal.
set -eu

: "${SCANGATE_URL:?set SCANGATE_URL to the address of the service}"
: "${SCANGATE_ORGANIZATION:?set SCANGATE_ORGANIZATION to the id of the organization}"
: "${JWT:?set JWT to the JWT of this job}"

answer=$(mktemp)
trap 'rm -f "$answer"' EXIT

# curl reads the JWT from its standard input, so that it appears in no process list. It is not sent again: a JWT may
# work only once.
status=$(printf '{"organizationId":"%s","token":"%s"}' "$SCANGATE_ORGANIZATION" "$JWT" |
  curl --silent --show-error --header 'Content-Type: application/json' --data @- \
    --output "$answer" --write-out '%{http_code}' "${SCANGATE_URL%/}/v1/oidc/exchange") || true

field() {
  grep -o "\"$1\" *: *\"[^\"]*\"" "$answer" | head -n 1 | sed 's/^"[^"]*" *: *"//; s/"$//'
}

case ${status:-000} in
  201) field token ;;
  *)
    echo "Scangate answered ${status:-000}: $(field code): $(field detail)" >&2
    case ${status:-000} in
      401 | 403) exit 4 ;;
      402) exit 5 ;;
      000 | 429 | 5??) exit 3 ;;
      *) exit 6 ;;
    esac
    ;;
esac
