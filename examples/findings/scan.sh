#!/bin/sh
# Commits a copy of an example to a repository of its own and scans it without the service:
#   sh examples/findings/scan.sh laravel --types sast
set -eu
here=$(cd "$(dirname "$0")" && pwd)
name=$1
shift
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -R "$here/$name/." "$copy"
git -C "$copy" init --quiet
git -C "$copy" add --all
git -C "$copy" -c user.name=example -c user.email=example@example.com commit --quiet --message=example
cd "$here/../.."
npm run --silent scan -- "$copy" "$@"
