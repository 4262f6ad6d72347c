#!/bin/sh
# Makes the cluster's certificate authority and a certificate for each machine, for PostgreSQL, Patroni and etcd:
#
#   sh deploy/cluster/certificates.sh my-cluster.env OUT
#
# OUT/ca.key signs certificates of new machines: keep it in a vault, and on none of the machines.
set -eu
values=$1
out=$2
read_value() { sed -n "s/^$1=//p" "$values"; }
umask 077
mkdir -p "$out"
[ -e "$out/ca.key" ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -sha256 -days 3650 \
  -subj '/CN=Salar cluster' -addext 'keyUsage=critical,keyCertSign,cRLSign' -keyout "$out/ca.key" -out "$out/ca.crt"
database=$(read_value DATABASE_HOST)
public=$(read_value PUBLIC_HOST)
for number in 1 2 3; do
  host=$(read_value "HOST$number")
  address=$(read_value "ADDRESS$number")
  mkdir -p "$out/$host"
  openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -sha256 -subj "/CN=$host" \
    -keyout "$out/$host/server.key" -out "$out/$host/server.csr"
  cat > "$out/$host/extensions" <<END
basicConstraints=CA:FALSE
keyUsage=digitalSignature
extendedKeyUsage=serverAuth,clientAuth
subjectAltName=DNS:$host,DNS:$database,DNS:$public,IP:$address
END
  openssl x509 -req -sha256 -days 825 -in "$out/$host/server.csr" -CA "$out/ca.crt" -CAkey "$out/ca.key" -CAcreateserial \
    -extfile "$out/$host/extensions" -out "$out/$host/server.crt"
  cp "$out/ca.crt" "$out/$host/ca.crt"
  rm "$out/$host/server.csr" "$out/$host/extensions"
  chmod 644 "$out/$host/server.crt" "$out/$host/ca.crt"
done
chmod 644 "$out/ca.crt"
