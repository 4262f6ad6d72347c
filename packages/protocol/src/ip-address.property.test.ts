/** The parser and the address lists are compared with Node.js, which has its own parser and block lists. */
import { BlockList, isIP } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAddressCheck, readAddressList } from './address-list.ts';
import { parseIpAddress } from './ip-address.ts';

const group = fc.oneof(
  fc.constantFrom('0', '0', '0', 'ffff', '00', '0db8', '12345', '', 'g'),
  fc.nat(0xffff).map((value) => value.toString(16)),
);
const octet = fc.oneof(fc.nat(255), fc.constantFrom(0, 255, 256, 999)).map(String);
const oddOctet = fc.oneof({ weight: 8, arbitrary: octet }, fc.constantFrom('01', '0x1', '-1', '', ' 1'));
const ipv4 = fc.array(oddOctet, { minLength: 3, maxLength: 5 }).map((octets) => octets.join('.'));
const groups = fc.array(group, { maxLength: 9 }).map((all) => all.join(':'));
const ipv6 = fc
  .tuple(groups, fc.constantFrom('::', '::', ':', ''), groups, fc.option(ipv4, { freq: 4 }))
  .map(([head, middle, tail, dotted]) => head + middle + tail + (dotted === null ? '' : `:${dotted}`));
const mapped = fc
  .tuple(fc.constantFrom('::ffff:', '::FFFF:', '::', '0::ffff:'), ipv4)
  .map((all) => all.join(''));
const text = fc
  .tuple(fc.oneof(ipv4, ipv6, mapped), fc.constantFrom('', '', '', '%eth0', ' ', ':'))
  .map((parts) => parts.join(''));

const byteArray = (length: number) =>
  fc.array(fc.oneof(fc.nat(255), fc.constantFrom(0, 0, 255)), { minLength: length, maxLength: length });
const plainIpv4 = byteArray(4).map((octets) => octets.join('.'));
const plainIpv6 = byteArray(16).map((bytes) =>
  Array.from({ length: 8 }, (_none, at) =>
    (((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0)).toString(16),
  ).join(':'),
);
const plain = fc.oneof(plainIpv4, plainIpv6);

test('K4 the same texts are addresses as for Node.js, except those with a zone', () => {
  fc.assert(
    fc.property(text, (address) => {
      expect(parseIpAddress(address) !== null).toBe(isIP(address) !== 0 && !address.includes('%'));
    }),
    { numRuns: 5_000 },
  );
});

test('K4 a canonical form is the canonical form of itself, and the same address', () => {
  fc.assert(
    fc.property(fc.oneof(plain, mapped), (address) => {
      const read = readAddressList([address]);
      if (!read.ok) return;
      const [canonical = ''] = read.value;
      expect(readAddressList([canonical])).toEqual(read);
      expect(createAddressCheck([address])(canonical)).toBe(true);
    }),
  );
});

test('K4 networks contain the same addresses as block lists of Node.js', () => {
  const near = fc.oneof(
    plainIpv4.chain((base) =>
      fc.tuple(
        fc.constant(base),
        fc.integer({ min: 1, max: 32 }),
        fc.oneof(
          plain,
          fc.integer({ min: 0, max: 255 }).map((last) => base.replace(/\d+$/, String(last))),
        ),
      ),
    ),
    plainIpv6.chain((base) =>
      fc.tuple(
        fc.constant(base),
        fc.integer({ min: 1, max: 128 }),
        fc.oneof(
          plain,
          fc.nat(0xffff).map((last) => base.replace(/[^:]+$/, last.toString(16))),
        ),
      ),
    ),
  );
  fc.assert(
    fc.property(near, ([base, prefix, address]) => {
      const list = new BlockList();
      list.addSubnet(base, prefix, isIP(base) === 4 ? 'ipv4' : 'ipv6');
      // Node.js would compare an IPv4 address with an IPv6 network in its mapped form.
      const isContained =
        isIP(address) === isIP(base) && list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
      expect(createAddressCheck([`${base}/${prefix}`])(address)).toBe(isContained);
    }),
    { numRuns: 2_000 },
  );
});
