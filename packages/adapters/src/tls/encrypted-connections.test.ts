import { expect, test } from 'vitest';
import {
  findDatabaseAddressProblem,
  findNodeAddressProblem,
  isDatabaseAddress,
} from './encrypted-connections.ts';

test.each([
  'postgres://salar@localhost/salar',
  'postgres://salar@127.0.0.1:5433/salar?sslmode=disable',
  'postgres://salar@[::1]/salar',
  'postgres://salar@localhost/salar?host=%2Fvar%2Frun%2Fpostgresql',
  'postgres:///salar?host=/var/run/postgresql',
  'postgres://salar@%2Fvar%2Frun%2Fpostgresql/salar',
  'postgres://salar@db.example/salar?sslmode=verify-full',
  'postgres://salar@db.example/salar?sslmode=verify-full&sslrootcert=/etc/salar/ca.crt',
  'postgres://salar@db-1:5432,db-2:5432/salar?sslmode=verify-full',
  'postgres://salar@localhost:5432,127.0.0.1:5433/salar',
])('connections to %s cannot be read on the network', (address) => {
  expect(findDatabaseAddressProblem(address)).toBeNull();
});

test.each([
  'postgres://salar@db.example/salar',
  'postgres://salar@10.0.0.9/salar?sslmode=require',
  'postgres://salar@db.example/salar?sslmode=verify-ca',
  'postgres://salar@db.example/salar?sslmode=verify-full&sslmode=disable',
  'postgres://salar@localhost/salar?host=db.example',
  'postgres://salar@db.example/salar?host=localhost&host=db.example',
  'postgres://salar@[fd00::9]/salar',
  'postgres://salar@localhost,db.example/salar',
])('connections to %s could be read on the network', (address) => {
  expect(findDatabaseAddressProblem(address)).toMatch('sslmode=verify-full');
});

test('a node is reached over https, or is on this machine', () => {
  for (const address of [
    'https://node.example/key',
    'http://127.0.0.1:8545',
    'http://user:pw@localhost:8332',
  ])
    expect(findNodeAddressProblem(address)).toBeNull();
  expect(findNodeAddressProblem('http://[::1]:8545')).toBeNull();
  for (const address of [
    'http://node.example',
    'http://10.0.0.9:8545',
    'http://localhost.example',
    'http://[fd00::9]',
  ])
    expect(findNodeAddressProblem(address)).toMatch('https');
});

test('an address of a database names one host, or several', () => {
  for (const address of [
    'postgres:///salar?host=/run/postgresql',
    'postgresql://salar@db-1:5432,db-2:5433/salar',
    'postgres://salar@%2Ftmp%2Fa,%2Ftmp%2Fb/salar',
  ])
    expect(isDatabaseAddress(address), address).toBe(true);
  for (const address of [
    'mysql://localhost/x',
    'postgres://salar@db-1:x,db-2/salar',
    'postgres://salar@db-1,db-2/salar?host=db-3',
    'db-1,db-2',
  ])
    expect(isDatabaseAddress(address), address).toBe(false);
});
