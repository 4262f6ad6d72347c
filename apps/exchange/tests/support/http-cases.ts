/** Requests on the edge of HTTP/1.1: forms that readers of HTTP are known to disagree about, and their harmless relatives. */
import { accountIds, tokens } from './two-readers.ts';

/** Text to send, or `answer` to wait for the answer of what was sent. */
export type Step = string;
export type HttpCase = { readonly name: string; readonly steps: readonly Step[] };

const order = `{"InstrumentId":1,"Side":0,"OrderType":2,"TimeInForce":1,"Quantity":"0.5","LimitPrice":30000.10,"AccountId":${accountIds.maria}}`;
const line = 'POST /AP/SendOrder HTTP/1.1';
const length = `Content-Length: ${order.length}`;
const own = `aptoken: ${tokens.maria}`;

/** Joins lines of a head, and appends the blank line and the body. */
function request(lines: readonly string[], body = order): string {
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** A request of the simple form. */
export const plainOrder = request([line, 'Host: localhost', own, 'Content-Type: application/json', length]);
const plainCancel = request(
  ['POST /AP/CancelOrder HTTP/1.1', 'Host: localhost', own, 'Content-Length: 14'],
  '{"OrderId":12}',
);
const smuggled = 'POST /AP/CancelOrder HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}';

/** The simple form with one header more, or with one replaced. */
const withHeader = (header: string) => request([line, 'Host: localhost', own, header, length]);
const withLength = (header: string, body = order) => request([line, 'Host: localhost', own, header], body);
const withLine = (other: string) => request([other, 'Host: localhost', own, length]);

const chunked = `${order.length.toString(16)}\r\n${order}\r\n0\r\n\r\n`;

const single: Readonly<Record<string, string>> = {
  'CL.TE': request(
    [line, 'Host: localhost', own, length, 'Transfer-Encoding: chunked'],
    `0\r\n\r\n${smuggled}`,
  ),
  'TE.CL': request(
    [line, 'Host: localhost', own, 'Transfer-Encoding: chunked', 'Content-Length: 4'],
    chunked + smuggled,
  ),
  'a chunked body': request([line, 'Host: localhost', own, 'Transfer-Encoding: chunked'], chunked),
  'chunk extensions': request(
    [line, 'Host: localhost', own, 'Transfer-Encoding: chunked'],
    `2;a=b;c="d\r\n"\r\n{}\r\n0\r\n\r\n`,
  ),
  'chunk extensions in plain text': request(
    [line, 'Host: localhost', own, 'Transfer-Encoding: chunked'],
    `2;a=b\r\n{}\r\n0\r\n\r\n`,
  ),
  'chunk extension after a bare LF': request(
    [line, 'Host: localhost', own, 'Transfer-Encoding: chunked'],
    `2;\n{}\r\n0\r\n\r\n`,
  ),
  'chunk trailers': request(
    [line, 'Host: localhost', own, 'Transfer-Encoding: chunked'],
    `2\r\n{}\r\n0\r\nContent-Length: 9\r\n\r\n`,
  ),
  'chunk size with a sign': request(
    [line, 'Host: localhost', own, 'Transfer-Encoding: chunked'],
    `+2\r\n{}\r\n0\r\n\r\n`,
  ),
  'chunk size in another base': request(
    [line, 'Host: localhost', own, 'Transfer-Encoding: chunked'],
    `0x2\r\n{}\r\n0\r\n\r\n`,
  ),
  'chunk without its end': request(
    [line, 'Host: localhost', own, 'Transfer-Encoding: chunked'],
    `2\r\n{}0\r\n\r\n`,
  ),
  'last chunk in many zeros': request(
    [line, 'Host: localhost', own, 'Transfer-Encoding: chunked'],
    `2\r\n{}\r\n000000\r\n\r\n`,
  ),
  'two transfer encodings': withHeader('Transfer-Encoding: gzip, chunked'),
  'chunked is not last': withHeader('Transfer-Encoding: chunked, identity'),
  'identity encoding': withHeader('Transfer-Encoding: identity'),
  'unknown encoding': withHeader('Transfer-Encoding: xchunked'),
  'blank before the colon of the encoding': withHeader('Transfer-Encoding : chunked'),
  'tab before the colon of the encoding': withHeader('Transfer-Encoding\t: chunked'),
  'tab before the encoding': withHeader('Transfer-Encoding:\tchunked'),
  'vertical tab before the encoding': withHeader('Transfer-Encoding:\x0bchunked'),
  'encoding after a blank': withHeader(' Transfer-Encoding: chunked'),
  'encoding hidden behind a bare LF': withHeader('X: y\nTransfer-Encoding: chunked'),
  'encoding hidden behind a bare CR': withHeader('X: y\rTransfer-Encoding: chunked'),
  'known header with a bare LF': withHeader('Accept: y\nTransfer-Encoding: chunked'),
  'known header with a bare CR': withHeader('Accept: y\rTransfer-Encoding: chunked'),
  'encoding in two lines': withHeader('Transfer-Encoding:\r\n chunked'),
  'encoding twice': withHeader('Transfer-Encoding: chunked\r\nTransfer-Encoding: identity'),
  'underscore encoding': withHeader('Transfer_Encoding: chunked'),
  'encoding without a value': withHeader('Transfer-Encoding:'),
  'length twice, equal': withHeader(length),
  'length twice, smaller': withHeader('Content-Length: 5'),
  'length as a list': withLength(`Content-Length: ${order.length}, ${order.length}`),
  'length with a plus': withLength(`Content-Length: +${order.length}`),
  'length with a minus': withLength('Content-Length: -1'),
  'length with zeros': withLength(`Content-Length: 00${order.length}`),
  'length in another base': withLength('Content-Length: 0x10'),
  'length with an exponent': withLength('Content-Length: 1e2'),
  'length with a blank inside': withLength('Content-Length: 1 2'),
  'length with blanks around': withLength(`Content-Length:   ${order.length}  `),
  'length without a blank': withLength(`Content-Length:${order.length}`),
  'length after a tab': withLength(`Content-Length:\t${order.length}`),
  'length before a tab': withLength(`Content-Length: ${order.length}\t`),
  'blank before the colon of the length': withLength(`Content-Length : ${order.length}`),
  'length with another name': withLength(`Content_Length: ${order.length}`),
  'length without a value': withLength('Content-Length:'),
  'length is a fraction': withLength('Content-Length: 1.5'),
  'length beyond 64 bits': withLength('Content-Length: 99999999999999999999'),
  'length wraps around 64 bits': withLength(`Content-Length: ${18_446_744_073_709_551_616n + 2n}`, '{}'),
  'length beyond the limit': withLength('Content-Length: 65537', 'x'.repeat(65_537)),
  'length at the limit': withLength('Content-Length: 65536', ' '.repeat(65_536)),
  'length zero': withLength('Content-Length: 0', ''),
  'length zero with a body': withLength('Content-Length: 0'),
  'no length': withLength('Accept: */*', ''),
  'no length with a body': withLength('Accept: */*'),
  'length too small': withLength(`Content-Length: ${order.length - 1}`),
  'length too small by a request': withLength('Content-Length: 2', `{}${smuggled}`),
  'length too large': withLength(`Content-Length: ${order.length + 40}`),
  'length too large by a request': withLength(
    `Content-Length: ${order.length + smuggled.length}`,
    order + smuggled,
  ),
  'folded header': withHeader('Accept: a\r\n b'),
  'folded header by a tab': withHeader('Accept: a\r\n\tb'),
  'bare LF everywhere': plainOrder.replaceAll('\r\n', '\n'),
  'bare LF after the request line': plainOrder.replace('\r\n', '\n'),
  'bare LF before the body': plainOrder.replace('\r\n\r\n', '\r\n\n'),
  'bare CR after the request line': plainOrder.replace('\r\n', '\r'),
  'CR twice': plainOrder.replace('\r\n', '\r\r\n'),
  'zero byte in a name': withHeader('Acc\0ept: a'),
  'zero byte in a value': withHeader('Accept: a\0b'),
  'control byte in a value': withHeader('Accept: a\x01b'),
  'delete byte in a value': withHeader('Accept: a\x7fb'),
  'latin-1 in a value': withHeader('Accept: caf\xe9'),
  'latin-1 in a name': withHeader('Acc\xe9pt: a'),
  'tab in a value': withHeader('Accept: a\tb'),
  'blank at the end of a value': withHeader('Accept: a '),
  'empty value': withHeader('Accept:'),
  'empty value after a blank': withHeader('Accept: '),
  'no colon': withHeader('Accept'),
  'no name': withHeader(': a'),
  'unknown header': withHeader('X-Anything: a'),
  'header in other letters': request([
    line,
    'HOST: localhost',
    `APTOKEN: ${tokens.maria}`,
    `content-LENGTH: ${order.length}`,
  ]),
  'blank before the first header': request([line, ' Host: localhost', own, length]),
  'token twice': withHeader(`aptoken: ${tokens.joao}`),
  'token twice, equal': withHeader(own),
  'token with a blank before it': request([line, 'Host: localhost', `aptoken:  ${tokens.maria}`, length]),
  'token without a blank': request([line, 'Host: localhost', `aptoken:${tokens.maria}`, length]),
  'empty token': request([line, 'Host: localhost', 'aptoken: ', length]),
  'no token': request([line, 'Host: localhost', length]),
  'unknown token': request([line, 'Host: localhost', `aptoken: ${tokens.unknown}`, length]),
  'no host': request([line, own, length]),
  'no headers': `${line}\r\n\r\n`,
  'host twice': withHeader('Host: other'),
  'empty host': request([line, 'Host:', own, length]),
  'host with a path': request([line, 'Host: localhost/AP/Ping', own, length]),
  'connection close': withHeader('Connection: close'),
  'connection keep-alive': withHeader('Connection: keep-alive'),
  'connection Keep-Alive': withHeader('Connection: Keep-Alive'),
  'connection with two words': withHeader('Connection: keep-alive, close'),
  'connection names a header': withHeader('Connection: aptoken'),
  'connection upgrade': withHeader('Connection: upgrade'),
  'connection twice': withHeader('Connection: keep-alive\r\nConnection: close'),
  h2c: withHeader('Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__'),
  'expect 100': withHeader('Expect: 100-continue'),
  'expect anything': withHeader('Expect: tea'),
  trailer: withHeader('Trailer: Content-Length'),
  TE: withHeader('TE: trailers'),
  'content encoding': withHeader('Content-Encoding: gzip'),
  'content type of a form': withHeader('Content-Type: application/x-www-form-urlencoded'),
  'content type in pieces': withHeader('Content-Type: ;;;'),
  'accept-version': withHeader('Accept-Version: 2.x'),
  'method override': withHeader('X-HTTP-Method-Override: GET'),
  'original URL': withHeader('X-Original-URL: /AP/Ping'),
  'forwarded address': withHeader('X-Forwarded-For: 203.0.113.66'),
  'forwarded addresses': withHeader('X-Forwarded-For: 198.51.100.1, 203.0.113.66'),
  'forwarded addresses in two lines': withHeader(
    'X-Forwarded-For: 203.0.113.66\r\nX-Forwarded-For: 198.51.100.1',
  ),
  'forwarded address of a proxy': withHeader('X-Forwarded-For: 203.0.113.66, 127.0.0.1'),
  'forwarded nonsense': withHeader('X-Forwarded-For: ,, unknown ,'),
  'user id of the caller': withHeader('UserId: 17'),
  'user id of somebody else': withHeader('UserId: 18'),
  'idempotency key': withHeader('Idempotency-Key: k1'),
  'idempotency key in use': withHeader('Idempotency-Key: running'),
  'idempotency key reused': withHeader('Idempotency-Key: reused'),
  'idempotency key malformed': withHeader('Idempotency-Key: a b'),
  'idempotency key empty': withHeader('Idempotency-Key:'),
  'foreign page': withHeader('Origin: https://evil.example'),
  cookies: withHeader('Cookie: salar_device=abc; x=y'),
  'HTTP/1.0': withLine('POST /AP/SendOrder HTTP/1.0'),
  'HTTP/1.2': withLine('POST /AP/SendOrder HTTP/1.2'),
  'HTTP/2.0': withLine('POST /AP/SendOrder HTTP/2.0'),
  'http in small letters': withLine('POST /AP/SendOrder http/1.1'),
  'no version': withLine('POST /AP/SendOrder'),
  'method in small letters': withLine('post /AP/SendOrder HTTP/1.1'),
  'another method': withLine('PUT /AP/SendOrder HTTP/1.1'),
  'GET with a body': withLine('GET /AP/SendOrder HTTP/1.1'),
  OPTIONS: withLine('OPTIONS /AP/SendOrder HTTP/1.1'),
  'two blanks': withLine('POST  /AP/SendOrder HTTP/1.1'),
  'a tab': withLine('POST\t/AP/SendOrder HTTP/1.1'),
  'blank after the version': withLine('POST /AP/SendOrder HTTP/1.1 '),
  'blank before the method': withLine(' POST /AP/SendOrder HTTP/1.1'),
  'absolute form': withLine('POST http://localhost/AP/SendOrder HTTP/1.1'),
  'authority form': withLine('POST localhost:80 HTTP/1.1'),
  'asterisk form': withLine('POST * HTTP/1.1'),
  'two slashes': withLine('POST //AP/SendOrder HTTP/1.1'),
  'slash at the end': withLine('POST /AP/SendOrder/ HTTP/1.1'),
  'other letters': withLine('POST /ap/sendorder HTTP/1.1'),
  'escaped path': withLine('POST /AP/%53endOrder HTTP/1.1'),
  'other prefix': withLine('POST /api/SendOrder HTTP/1.1'),
  'no prefix': withLine('POST /SendOrder HTTP/1.1'),
  query: withLine(`POST /AP/SendOrder?AccountId=${accountIds.joao} HTTP/1.1`),
  'empty query': withLine('POST /AP/SendOrder? HTTP/1.1'),
  fragment: withLine('POST /AP/SendOrder#a HTTP/1.1'),
  'parameter in the path': withLine('POST /AP/SendOrder;a=b HTTP/1.1'),
  'another call with the same beginning': withLine('POST /AP/SendOrderList HTTP/1.1'),
  'empty lines before the request': `\r\n\r\n${plainOrder}`,
  'one empty line in LF': `\n${plainOrder}`,
  'line end after the body': `${plainOrder}\r\n`,
  'rubbish after the body': `${plainOrder}rubbish`,
  'two requests at once': plainOrder + plainCancel,
  'many requests at once': (plainOrder + plainCancel).repeat(20),
  'a request and half of one': plainOrder + plainCancel.slice(0, 40),
  'a request and half of a body': plainOrder + plainOrder.slice(0, -10),
  'only the request line': `${line}\r\n`,
  'half of a head': plainOrder.slice(0, 60),
  'half of a body': plainOrder.slice(0, -10),
  'a long value': withHeader(`User-Agent: ${'x'.repeat(9000)}`),
  'a value beyond the limit of heads': withHeader(`User-Agent: ${'x'.repeat(40_000)}`),
  'many headers': withHeader('X-Many: 1\r\n'.repeat(1500).slice(0, -2)),
  'a long target': withLine(`POST /AP/SendOrder?${'a=1&'.repeat(3000)} HTTP/1.1`),
  TLS: '\x16\x03\x01\x00\xc8\x01\x00\x00\xc4\x03\x03Z',
  'HTTP/2 preface': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'body with bytes beyond ASCII': request(
    [line, 'Host: localhost', own, 'Content-Length: 25'],
    '{"OrderFlag":"\xe2\x82\xac\xc3\xb1\xf0\x9f\xa7\xbf"}',
  ),
  'body that is not UTF-8': request(
    [line, 'Host: localhost', own, 'Content-Length: 6'],
    '\xff\xfe\x00\xd8\x00\xdc',
  ),
  'body with a surrogate': request(
    [line, 'Host: localhost', own, 'Content-Length: 10'],
    '{"a":"\xed\xa0\x80"',
  ),
  'body with a byte order mark': request(
    [line, 'Host: localhost', own, `Content-Length: ${order.length + 3}`],
    `\xef\xbb\xbf${order}`,
  ),
};

export const httpCases: readonly HttpCase[] = [
  ...Object.entries(single).map(([name, text]) => ({ name, steps: [text] })),
  {
    name: 'orders, a call of another kind, and orders',
    steps: [
      plainOrder,
      'answer',
      plainCancel,
      'answer',
      'GET /AP/Ping HTTP/1.1\r\nHost: localhost\r\n\r\n',
      'answer',
      plainOrder,
      'answer',
    ],
  },
];
