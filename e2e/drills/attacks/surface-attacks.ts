/** Attacks on what else answers: files, pages, sockets, headers, load (rules B, M and Z). */
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { loot, must, mustRefuse, mustRefuseAll, nothing } from './attack.ts';
import type { Attack } from './attack.ts';
import type { Target } from './target.ts';

const evil = 'https://evil.example';
const frames = 3000;
const slowSockets = 200;
const closeMs = 20_000;

/** Opens a socket, and returns how it ended: refused, or closed after what was sent. */
function openSocket(
  target: Target,
  options: { origin?: string; sends?: (socket: WebSocket) => void },
): Promise<string> {
  return new Promise((resolve) => {
    const from = options.origin === undefined ? {} : { origin: options.origin };
    const socket = new WebSocket(`${target.url.replace('http', 'ws')}/WSGateway`, from);
    const timer = setTimeout(() => {
      socket.terminate();
      resolve('open');
    }, closeMs);
    const end = (text: string) => {
      clearTimeout(timer);
      resolve(text);
    };
    socket.on('open', () => (options.sends === undefined ? end('open') : options.sends(socket)));
    socket.on('unexpected-response', (_, { statusCode }) => end(`refused with ${statusCode}`));
    socket.on('close', (code) => end(`closed with ${code}`));
    socket.on('error', () => undefined); // 'close' follows
  });
}

/** Sends bytes as they are, and returns the first line of the answer. */
function sendBytes(target: Target, bytes: string): Promise<string> {
  const { hostname, port } = new URL(target.url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.end(bytes));
    let text = '';
    socket.setTimeout(closeMs, () => socket.destroy());
    socket.on('data', (part: Buffer) => (text += part.toString('latin1')));
    socket.on('error', () => undefined); // 'close' follows
    socket.on('close', () => resolve(text.split('\r\n')[0] ?? ''));
  });
}

export const surfaceAttacks: readonly Attack[] = [
  {
    rule: 'N8',
    tries: 'reads files outside the web app',
    async run(target) {
      for (const path of [
        '/../../../../etc/passwd',
        '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
        '/assets/..%2f..%2f..%2fetc/passwd',
        '/assets/....//....//etc/passwd',
        '//etc/passwd',
        '/.env',
        '/package.json',
        '/%00',
      ]) {
        const { text } = await target.send(path, { method: 'GET' });
        if (text.includes('root:') || text.includes('"workspaces"') || text.includes('SALAR_'))
          return loot(path);
      }
      return nothing('no file');
    },
  },
  {
    rule: 'G11',
    tries: "finds the operators' listener, metrics and source maps beside the web app",
    async run(target) {
      const found = [];
      for (const path of [
        '/operator',
        '/operator/act',
        '/metrics',
        '/debug',
        '/admin',
        '/AP/operator',
        '/server-status',
      ]) {
        const answer = await target.send(path, {
          headers: { 'content-type': 'application/json' },
          body: '{}',
        });
        if (answer.status < 400) found.push(path);
      }
      const page = await target.send('/', { method: 'GET' });
      const script = /src="(\/[^"]+\.js)"/.exec(page.text)?.[1] ?? '/boot.js';
      const map = await target.send(`${script}.map`, { method: 'GET' });
      if (map.text.includes('"mappings"')) found.push(`${script}.map`);
      return found.length > 0 ? loot(found.join(', ')) : nothing('nothing listens there');
    },
  },
  {
    rule: 'B1',
    tries: 'frames the web app, and runs a script in it',
    async run(target) {
      const { headers } = await target.send('/', { method: 'GET' });
      const policy = String(headers['content-security-policy'] ?? '');
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '*';
      const isSafe =
        policy.includes("frame-ancestors 'none'") &&
        policy.includes("default-src 'none'") &&
        !scripts.includes('unsafe');
      return must(isSafe, policy);
    },
  },
  {
    rule: 'B3',
    tries: "reads a customer's answers from a page of another site",
    async run(target) {
      const headers = {
        'content-type': 'application/json',
        aptoken: target.attacker.api.token ?? '',
        origin: evil,
      };
      const answer = await target.send('/AP/GetAccountPositions', { headers, body: '{"OMSId":1}' });
      const allowed = answer.headers['access-control-allow-origin'];
      const withCredentials = answer.headers['access-control-allow-credentials'];
      return must(allowed !== evil && allowed !== '*' && withCredentials === undefined, String(allowed));
    },
  },
  {
    rule: 'B7',
    tries: 'opens a socket from a page of another site',
    async run(target) {
      const outcome = await openSocket(target, { origin: evil });
      return must(outcome !== 'open', outcome);
    },
  },
  {
    rule: 'B7',
    tries: 'sends frames that are too large, too deep and too many',
    async run(target) {
      const large = await openSocket(target, { sends: (socket) => socket.send('x'.repeat(1 << 20)) });
      const many = await openSocket(target, {
        sends: (socket) => {
          for (let i = 0; i < frames; i += 1)
            socket.send(JSON.stringify({ m: 0, i: 2 * i, n: 'GetInstruments', o: '{}' }));
        },
      });
      return must(large.startsWith('closed') && many.startsWith('closed'), `large: ${large}; many: ${many}`);
    },
  },
  {
    rule: 'M1',
    tries: 'takes requests apart: two lengths, a length and chunks, no end, a huge header',
    async run(target) {
      const head = 'POST /AP/CancelAllOrders HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
      const lines = [];
      for (const bytes of [
        `${head}Content-Length: 2\r\nContent-Length: 40\r\n\r\n{}GET /AP/GetUserInfo HTTP/1.1\r\n\r\n`,
        `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
        `${head}X-Long: ${'a'.repeat(64_000)}\r\n\r\n{}`,
        'GET / HTTP/9.9\r\n\r\n',
      ])
        lines.push(await sendBytes(target, bytes));
      const isSafe = lines.every((line) => line === '' || / 4\d\d /.test(line));
      return must(isSafe, lines.map((line) => line || 'closed').join('; '));
    },
  },
  {
    rule: 'M1',
    tries: `holds ${slowSockets} connections open without ever finishing a request`,
    async run(target) {
      const { hostname, port } = new URL(target.url);
      const sockets = Array.from({ length: slowSockets }, () => {
        const socket = connect(Number(port), hostname);
        socket.on('error', () => undefined); // the exchange may end it
        socket.write('POST /AP/GetUserInfo HTTP/1.1\r\nHost: x\r\n');
        return socket;
      });
      try {
        const money = await target.readMoney(target.victim);
        return must(money !== '', `the victim is answered: ${money}`);
      } finally {
        for (const socket of sockets) socket.destroy();
      }
    },
  },
  {
    rule: 'M1',
    tries: 'sends orders without a pause, so that others wait',
    async run(target) {
      const { accountId } = target.attacker;
      const cancel = { OMSId: 1, AccountId: accountId, OrderId: 999_999_999 };
      const answers = await Promise.all(
        Array.from({ length: 400 }, () => target.call('CancelOrder', cancel)),
      );
      const limited = answers.find(({ status }) => status === 429);
      if (limited === undefined) return loot('no limit');
      return must(
        limited.headers['retry-after'] !== undefined,
        `429, retry after ${limited.headers['retry-after']} s`,
      );
    },
  },
  {
    rule: 'N8',
    tries: 'puts markup, SQL and a formula into a name, which mails and pages show',
    async run(target) {
      const names = [
        '<script>alert(1)</script>',
        "x'; DROP TABLE app_user; --",
        '=cmd|calc',
        '../../x',
        'a\r\nBcc: b@c.d',
      ];
      const answers = [];
      for (const UserName of names) {
        const UserInfo = { UserName, Email: `x${Date.now()}@example.test`, passwordHash: 'Sal-y-cielo-2026' };
        answers.push(await target.call('RegisterUser', { UserInfo, OperatorId: 1 }, null));
      }
      return mustRefuseAll(answers);
    },
  },
  {
    rule: 'E4',
    tries: 'puts lines of its own into a mail by an address',
    run: async (target) => {
      const UserInfo = {
        UserName: `crlf${Date.now()}`,
        Email: 'a@example.test\r\nBcc: victim@example.test',
        passwordHash: 'Sal-y-cielo-2026',
      };
      return mustRefuse(await target.call('RegisterUser', { UserInfo, OperatorId: 1 }, null));
    },
  },
];
