#!/bin/sh
# Installs Debian's packages without starting their services: they get their files first.
#
#   sudo sh deploy/cluster/install-packages.sh
set -eu
policy=/usr/sbin/policy-rc.d
aside=''
if [ -e "$policy" ]; then
  aside=$(mktemp)
  cp -p "$policy" "$aside"
fi
restore() {
  if [ -n "$aside" ]; then mv "$aside" "$policy"; else rm -f "$policy"; fi
}
trap restore EXIT
printf '#!/bin/sh\nexit 101\n' > "$policy"
chmod 755 "$policy"
# Patroni creates the cluster; Debian's own, `15/main`, would take its port.
mkdir -p /etc/postgresql-common
[ -e /etc/postgresql-common/createcluster.conf ] ||
  echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf
apt-get update
DEBIAN_FRONTEND=noninteractive apt-get install -y patroni etcd-server haproxy postgresql-15
