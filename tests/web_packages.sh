#!/bin/sh
# `make run` without a network: whoever sits there is told what failed and what to do (tools/web-packages).
# Once everything is installed, no network is needed.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail()
{
    echo "web_packages.sh: $1" >&2
    cat "$work/said" >&2
    exit 1
}

mkdir "$work/tools" "$work/web"
cp tools/web-packages "$work/tools"
cp web/package.json web/package-lock.json "$work/web"
install_packages()
{
    npm_config_cache=$work/cache npm_config_registry=http://127.0.0.1:9 "$work/tools/web-packages" >"$work/said" 2>&1
}
if install_packages; then fail 'nothing failed without a registry'; fi
grep -q ECONNREFUSED "$work/said" || fail 'the reason is not told'
grep -q '127.0.0.1:9: try .npm ping' "$work/said" || fail 'what to do is not told'

mkdir -p "$work/web/node_modules"
cp web/package-lock.json "$work/web/node_modules/.installed-lock.json"
install_packages || fail 'what is installed is fetched again'
echo >>"$work/web/package-lock.json"
if install_packages; then fail 'what has changed is not fetched'; fi
