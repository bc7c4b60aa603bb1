#!/bin/sh
# Runs a proxy with our example configuration in front of the server, on loopback and with its own
# certificate, and checks that everything comes through: pages, requests, a WebSocket, the visitor's address,
# limits; that no request hides in another; and that no log has a token.
#
#   tests/net/proxy.sh nginx|caddy|haproxy PROGRAM     PROGRAM is turncoat; needs the proxy, openssl and curl
set -eu
kind=$1
turncoat=$2
deploy=$(cd "$(dirname "$0")/../../deploy" && pwd)
work=$(mktemp -d)
server= proxy=

stop()
{
    for pid in $proxy $server; do
        kill "$pid" 2>/dev/null || true
        wait "$pid" 2>/dev/null || true
    done
    rm -rf "$work"
}
trap stop EXIT
trap 'exit 1' INT TERM

fail()
{
    echo "proxy.sh: $kind: $1" >&2
    for log in "$work"/*.log; do
        echo "--- $log" >&2
        tail -n 20 "$log" | cut -c 1-400 >&2
    done
    exit 1
}

# until_ok COMMAND...: for at most half a minute
until_ok()
{
    for _ in $(seq 300); do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 0.1
    done
    fail "never succeeded: $*"
}

# --- the server, on any port; connections_per_address is low, so that it must be visitors who are counted
"$turncoat" serve --listen 127.0.0.1:0 --store memory: --set trust_proxy=1 --set connections_per_address=8 \
    --set metrics_listen=127.0.0.1:0 --set "origins=https://play.example.org https://play.example.org:20443" \
    >"$work/server.log" 2>&1 &
server=$!
until_ok grep -q 'http://' "$work/server.log"
upstream=$(sed -n 's|.*http://\([0-9.]*:[0-9]*\).*|\1|p' "$work/server.log" | head -n 1)
host=play.example.org
# A loopback address that nobody else has, made from this process's number.
address=127.$((1 + ($$ >> 16))).$((($$ >> 8) & 255)).$(($$ & 255))
port=20443
plain_port=20080

certify()
{
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj "/CN=$host" \
        -keyout "$work/key.pem" -out "$work/cert.pem" 2>"$work/openssl.log"
}

case $kind in
nginx)
    certify
    sed -e "s|127\.0\.0\.1:8080|$upstream|" -e "s|listen 443 ssl|listen $address:$port ssl|" \
        -e "s|listen 80|listen $address:$plain_port|" \
        -e "s|/etc/letsencrypt/.*fullchain.pem|$work/cert.pem|" \
        -e "s|/etc/letsencrypt/.*privkey.pem|$work/key.pem|" "$deploy/nginx.conf" >"$work/site.conf"
    cat >"$work/nginx.conf" <<END
daemon off;
pid $work/nginx.pid;
error_log $work/error.log;
events { worker_connections 256; }
http {
    access_log $work/access.log;
    client_body_temp_path $work/body;
    proxy_temp_path $work/proxy;
    fastcgi_temp_path $work/fastcgi;
    uwsgi_temp_path $work/uwsgi;
    scgi_temp_path $work/scgi;
    include $work/site.conf;
}
END
    nginx -c "$work/nginx.conf" -e "$work/error.log" >"$work/nginx.log" 2>&1 &
    ;;
caddy)
    {
        echo "{"
        echo "    admin off"
        echo "    default_bind $address"
        echo "    skip_install_trust"
        echo "    local_certs"
        echo "    https_port $port"
        echo "    http_port $plain_port"
        echo "    storage file_system $work/caddy"
        echo "}"
        sed -e "s|127\.0\.0\.1:8080|$upstream|" -e "s|log {|&\n        output file $work/access.log|" \
            "$deploy/Caddyfile"
    } >"$work/Caddyfile"
    HOME=$work caddy run --adapter caddyfile --config "$work/Caddyfile" >"$work/caddy.log" 2>&1 &
    ;;
haproxy)
    certify
    cat "$work/cert.pem" "$work/key.pem" >"$work/both.pem"
    sed -e "s|127\.0\.0\.1:8080|$upstream|" -e "s|bind :443|bind $address:$port|" \
        -e "s|bind :80|bind $address:$plain_port|" -e "s|/etc/haproxy/.*pem|$work/both.pem|" \
        "$deploy/haproxy.cfg" >"$work/haproxy.cfg"
    haproxy -db -f "$work/haproxy.cfg" >"$work/access.log" 2>"$work/haproxy.log" &
    ;;
*)
    echo "usage: tests/net/proxy.sh nginx|caddy|haproxy PROGRAM" >&2
    exit 2
    ;;
esac
proxy=$!

get()
{
    curl -sk --noproxy '*' --max-time 10 --resolve "$host:$port:$address" "$@"
}
url=https://$host:$port
until_ok get -f "$url/healthz"

# --- requests
[ "$(get -o /dev/null -w '%{http_code}' "$url/no/such/page")" = 404 ] || fail 'a page that is not there'
table=$(get -f -d '{"game":"maze"}' "$url/api/tables" | sed -n 's/.*"table":"\([^"]*\)".*/\1/p')
[ -n "$table" ] || fail 'no table'
token=$(get -f -d '{"name":"Ann"}' "$url/api/tables/$table/seats" | sed -n 's/.*"token":"\([^"]*\)".*/\1/p')
[ -n "$token" ] || fail 'no seat'
{ echo "$token" && cat tests/play/maze/small.tiles; } >"$work/tiles"
get -f --data-binary "@$work/tiles" "$url/api/tables/$table/material" | grep -q 'The small mall' ||
    fail 'custom tiles do not come through'
long=$(head -c 70000 /dev/zero | tr '\0' x)
status=$(get -o /dev/null -w '%{http_code}' -d "$long" "$url/api/tables")
[ "$status" = 413 ] || fail 'a body that is too long'

# --- another name for the server, and whoever looks after it without one
status=$(curl -s --noproxy '*' -o /dev/null -w '%{http_code}' -H 'Host: evil.example' "http://$upstream/api/lobby")
[ "$status" = 421 ] || fail 'another name is answered to'
curl -sf --noproxy '*' -o /dev/null "http://$upstream/healthz" || fail 'no health from this machine'

# --- a WebSocket: the greeting comes through TLS and proxy; a foreign origin does not
knock() # ORIGIN LOG
{
    printf '%s\r\n' "GET /ws?table=$table HTTP/1.1" "Host: $host" "Origin: $1" \
        'Connection: Upgrade' 'Upgrade: websocket' 'Sec-WebSocket-Version: 13' \
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==' "Sec-WebSocket-Protocol: turncoat, token.$token" '' |
        timeout 20 openssl s_client -quiet -servername "$host" -connect "$address:$port" >"$2" 2>/dev/null &
}
knock "https://$host" "$work/greeting.log"
until_ok grep -aq "\"hello\":\"$table\"" "$work/greeting.log"
grep -aq '101 Switching Protocols' "$work/greeting.log" || fail 'no upgrade'
grep -aq '"seat":1' "$work/greeting.log" || fail 'the token does not come through'
grep -aqi 'Sec-WebSocket-Protocol: turncoat.$' "$work/greeting.log" || fail 'the protocol does not come through'
knock 'https://evil.example' "$work/stranger.log"
until_ok grep -aq '^HTTP/1.1 403' "$work/stranger.log"

# --- the address: what a visitor claims is not believed, and many visits are no crowd of the proxy's
for _ in $(seq 20); do
    get -f -H 'X-Forwarded-For: 9.9.9.9' -o /dev/null "$url/healthz" || fail 'one of twenty visits'
done
[ "$(get -o /dev/null -w '%{http_code}' "$url/metrics")" = 404 ] || fail 'the metrics are public'

# --- a request in the body of another, for whoever reads the chunks: a proxy that does so has it in its log, as
# the request that it is; the server must not find one that its proxy has not seen
hidden='{"game":"null","public":true,"name":"A"}'
hide() # LINE: how the body is said to come, besides its length; printf reads it
{
    body=$(printf 'POST /api/tables?hidden HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n\r\n%s' \
        "$host" ${#hidden} "$hidden")
    {
        printf 'POST /api/tables/none/seats HTTP/1.1\r\nHost: %s\r\n' "$host"
        # shellcheck disable=SC2059 # it is a format
        printf "$1"
        printf 'Content-Length: %d\r\n\r\n0\r\n\r\n%s' $((${#body} + 5)) "$body"
        sleep 0.3
    } | timeout 20 openssl s_client -quiet -servername "$host" -connect "$address:$port" \
        >"$work/hiding.log" 2>/dev/null || true
}
opened()
{
    get -f "$url/api/lobby" | grep -o '"game"' | wc -l
}
for line in 'Transfer-Encoding : chunked\r\n' 'Transfer-Encoding\t: chunked\r\n' \
    'Transfer-Encoding:\r\n chunked\r\n' 'X: y\nTransfer-Encoding: chunked\r\n' \
    'X: y\rTransfer-Encoding: chunked\r\n' 'Transfer_Encoding: chunked\r\n' \
    'Transfer-Encoding: xchunked\r\n' 'Transfer-Encoding: \013chunked\r\n' \
    'X: y\r\n Transfer-Encoding: chunked\r\n' 'Transfer-Encoding: gzip, chunked\r\n'; do
    hide "$line"
    sleep 0.1
    seen=$(grep -c 'api/tables?hidden' "$work/access.log" || true)
    [ "$(opened)" -le "$seen" ] || fail "a request hides behind $line"
done
# It would have been found.
before=$(opened)
get -f -d "$hidden" "$url/api/tables" >/dev/null
[ "$(opened)" -gt "$before" ] || fail 'the lobby does not show what was opened'

# --- the log has the visits, and no token
until_ok grep -q "/ws.table=$table" "$work/access.log"
if grep -q "$token" "$work/access.log"; then fail 'the access log has a token'; fi
echo "proxy.sh: $kind: pages, requests, WebSocket and limits come through"
