/**
 * Endpoints beyond the call table, whose bodies are files, forms or messages of external parties; and bodies that
 * nobody should send there.
 */
export const formPlaces: readonly string[] = [
  '/kyc/documents?level=2&kind=identity',
  '/kyc/documents?level=2&kind=residence&issued=2026-05-01',
  '/kyc/documents?level=-1&kind[]=x&issued=%00',
  '/kyc/documents?level=99999999999999999999&kind=__proto__',
  '/kyc/documents',
  '/kyc/access-token',
  '/api/avenia/validate',
  '/api/task/salar/link-user',
  '/api/none/such',
  '/webhooks/sumsub',
  '/webhooks/avenia',
  '/webhooks/none',
  '/webhooks/__proto__',
  '/webhooks/%00',
];
const form = {
  taxIdNumber: '529.982.247-25',
  street: 'Rua A 1',
  city: 'Recife',
  zipCode: '50000-000',
  state: 'PE',
  phonePrefix: '+55',
  phoneNumber: '81999990000',
};

export const formBodies: readonly (string | Buffer)[] = [
  '',
  ' ',
  'null',
  '[]',
  '{',
  '{"a":1,"a":2}',
  '['.repeat(5_000),
  '\u0000\ud800',
  Buffer.from('fffe00d800dc', 'hex'),
  '%PDF-1.7\nhello',
  '%PDF-',
  Buffer.from('ffd8ffe000104a46494600', 'hex'),
  'x'.repeat(300_000),
  '--b\r\ncontent-disposition: form-data; name="file"; filename="../../a.pdf"\r\n\r\n%PDF-1.7\r\n--b--\r\n',
  '--b\r\ncontent-disposition: form-data; name="file"',
  'a=1&b=%zz',
  JSON.stringify(form),
  JSON.stringify({ ...form, state: {}, taxIdNumber: 52998224725 }),
  JSON.stringify({ ...form, street: '\u202e\u0000', phonePrefix: ['+55'] }),
  '{"salarAccountId":1000,"userName":"\\ud800","walletAddress":"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"}',
  '{"salarAccountId":1000,"userName":"a\\u0000b","walletAddress":"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"}',
  '{"levelName":"1","ttlInSecs":-1,"applicantIdentifiers":{"email":null,"userId":"x"}}',
  '{"levelName":1e9,"ttlInSecs":1e9}',
  '{"applicantId":{},"type":[],"createdAtMs":"x"}',
  '{"subscription":"KYC","data":{"attempt":{"id":{"__proto__":1}}}}',
];

export const formHeads: readonly Readonly<Record<string, string>>[] = [
  {},
  { 'content-type': 'multipart/form-data; boundary=b', 'file-name': '../../etc/passwd' },
  { 'content-type': 'multipart/form-data', 'file-name': '%00%zz' },
  { 'content-type': 'application/json', 'file-name': 'id%20%E2%80%AE.pdf', 'x-payload-digest': 'zz' },
  {
    'content-type': 'text/plain; charset=utf-16',
    'x-payload-digest-alg': '__proto__',
    'x-payload-digest': 'ab',
  },
  { 'content-type': ';;;', 'content-encoding': 'gzip', signature: '!!!', 'idempotency-key': ' ' },
];
