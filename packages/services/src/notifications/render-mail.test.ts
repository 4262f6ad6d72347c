import { expect, test } from 'vitest';
import { userId } from '@salar/protocol';
import { noticeActions } from '../ports/notifier.ts';
import type { Notification } from '../ports/notifier.ts';
import { languages } from './languages.ts';
import { formatMailTime } from './mail-format.ts';
import { mailTexts } from './mail-texts.ts';
import { noticeTexts } from './notice-texts.ts';
import { renderMail } from './render-mail.ts';

const withdrawal: Notification = {
  kind: 'confirm_withdrawal',
  code: 'abc_-123',
  amount: '0.5',
  fee: '0.002',
  net: '0.498',
  product: 'ETH',
  network: 'Ethereum (local)',
  destination: '0x52908400098527886E0F7030069857D2E4169EE7',
  requestedAt: Date.UTC(2026, 0, 2, 3, 4),
};
const render = (notification: Notification, language: (typeof languages)[number]) =>
  renderMail(notification, { language, publicUrl: 'https://salar.example', userId: userId(7) });

test.each(languages)('E3 the withdrawal mail in %s shows every detail, in text and in HTML', (language) => {
  const mail = render(withdrawal, language);
  for (const detail of [
    '0.50 ETH',
    '0.002 ETH',
    '0.498 ETH',
    'Ethereum (local)',
    withdrawal.kind === 'confirm_withdrawal' ? withdrawal.destination : '',
    formatMailTime(Date.UTC(2026, 0, 2, 3, 4), language),
    mailTexts[language].confirmWithdrawal.freeze,
  ]) {
    expect(mail.text).toContain(detail);
    expect(mail.html.replaceAll('&#39;', "'")).toContain(detail);
  }
  expect(mail.text).toContain('https://salar.example/confirm-withdraw?verifycode=abc_-123&UserId=7');
  expect(mail.subject).not.toContain('abc');
});

test.each(languages)(
  'W6 the mail of a delayed withdrawal says in %s until when, and how to stop it',
  (language) => {
    const delayed: Notification = {
      kind: 'withdrawal_delayed',
      amount: '0.5',
      product: 'ETH',
      network: 'Ethereum (local)',
      destination: '0x52908400098527886E0F7030069857D2E4169EE7',
      templateType: 'ToExternalEthereumAddress',
      requestedAt: Date.UTC(2026, 0, 2, 3, 4),
      until: Date.UTC(2026, 0, 3, 3, 4),
    };
    const mail = render(delayed, language);
    for (const detail of [
      '0.50 ETH',
      '0x52908400098527886E0F7030069857D2E4169EE7',
      formatMailTime(Date.UTC(2026, 0, 3, 3, 4), language),
      mailTexts[language].withdrawalDelayed.note,
      'https://salar.example/',
    ])
      expect(mail.text).toContain(detail);
  },
);

test.each(languages)('the mail of a deposit that waits says in %s which address not to use', (language) => {
  const address = '0x52908400098527886E0F7030069857D2E4169EE7';
  const seenAt = Date.UTC(2026, 0, 2, 3, 4);
  const held = {
    kind: 'deposit_held',
    amount: '0.5',
    product: 'ETH',
    network: 'Ethereum (local)',
    address,
    seenAt,
  } as const;
  const mail = render(held, language);
  const { note, title } = mailTexts[language].depositHeld;
  for (const detail of [
    '0.50 ETH',
    address,
    formatMailTime(seenAt, language),
    note,
    'https://salar.example/ramping/deposit',
  ])
    expect(mail.text).toContain(detail);
  expect(mail.subject).toBe(title);
});

test.each(languages)(
  'E3 the mail of a bank withdrawal in %s shows the receiver field by field',
  (language) => {
    const bank = {
      ...withdrawal,
      product: 'COP',
      network: 'Bank transfer (Colombia)',
      templateType: 'CopBankTransfer',
      destination:
        '{"BankName":"1007","AccountType":"savings","Number":"12345678901","DocumentType":"CC","DocumentNumber":"1020304050"}',
    };
    const mail = render(bank, language);
    const account = { en: 'Savings account', es: 'Cuenta de ahorros', pt: 'Conta poupança' }[language];
    const way = {
      en: 'Bank transfer (Colombia)',
      es: 'Transferencia bancaria (Colombia)',
      pt: 'Transferência bancária (Colômbia)',
    }[language];
    for (const detail of [way, 'Bancolombia', account, '12345678901', '1020304050']) {
      expect(mail.text).toContain(detail);
      expect(mail.html).toContain(detail);
    }
    expect(mail.text).not.toContain('{');
  },
);

test.each(languages)(
  'the mail of a new destination in %s shows it in full and leads to its page',
  (language) => {
    const mail = render(
      {
        kind: 'confirm_destination',
        code: 'abc_-123',
        product: 'BRL',
        network: 'Pix',
        templateType: 'BrlPix',
        destination: '{"PixKey":"+5511987654321","TaxIdNumber":"52998224725"}',
        requestedAt: Date.UTC(2026, 0, 2, 3, 4),
      },
      language,
    );
    for (const detail of [
      'BRL',
      'Pix',
      '+5511987654321',
      '52998224725',
      formatMailTime(Date.UTC(2026, 0, 2, 3, 4), language),
    ])
      expect(mail.text).toContain(detail);
    expect(mail.text).toContain('https://salar.example/confirm-destination?verifycode=abc_-123&UserId=7');
    expect(mail.subject).not.toContain('abc');
  },
);

test('nothing is loaded from the network, and text is escaped', () => {
  const mail = render({ ...withdrawal, destination: '<img src=x>"&' }, 'en');
  expect(mail.html).not.toMatch(/<img|<script|<link|url\(|src=(?!x)/);
  expect(mail.html).toContain('&#60;img src=x&#62;&#34;&#38;');
});

test('values from others stay on one line and cannot reverse text, and an address is never truncated', () => {
  const agent = `Firefox\r\n\r\nYour money is safe at https://evil.example\u202E${'ñ'.repeat(300)}`;
  const notice = render(
    {
      kind: 'security_notice',
      action: 'new_device',
      at: 0,
      ip: null,
      agent,
      object: agent,
    },
    'en',
  );
  const findLine = (label: string) => notice.text.split('\n').find((one) => one.startsWith(label));
  expect(findLine(noticeTexts.en.labels.device)).toMatch(/^[^\u202E]*: Firefox Your$/);
  const line = findLine(noticeTexts.en.labels.object);
  expect(line).toMatch(/^[^\u202E]*: Firefox Your money is safe at https:\/\/evil\.example ñ+…$/);
  expect(notice.html).not.toContain('\u202E');
  const address = 'T'.repeat(400);
  expect(render({ ...withdrawal, destination: address }, 'en').text).toContain(address);
});

test('a reader who prefers dark mode gets every colour in its dark variant', () => {
  const { html } = render(withdrawal, 'en');
  const [, style = ''] = /<style>(.*)<\/style>/.exec(html) ?? [];
  const [, inTheDark = ''] = /@media \(prefers-color-scheme:dark\)\{(.*)\}$/.exec(style) ?? [];
  for (const [, names = '', inline = ''] of html.matchAll(/class="([^"]+)" style="([^"]*)"/g)) {
    for (const name of names.split(' ')) expect(inTheDark).toContain(`.${name}{`);
    expect(names.split(' ')).toHaveLength(inline.match(/#[\da-f]{6}/g)?.length ?? 0);
  }
  expect(html.replaceAll(/class="[^"]+" style="[^"]*"/g, '').replace(style, '')).not.toMatch(/#[\da-f]{6}\b/);
});

test('every language has every text', () => {
  const listKeys = (value: object): string[] =>
    Object.entries(value).flatMap(([key, inner]) =>
      typeof inner === 'string' ? [key] : listKeys(inner as object).map((one) => `${key}.${one}`),
    );
  for (const language of languages) expect(listKeys(mailTexts[language])).toEqual(listKeys(mailTexts.en));
});

test.each(languages.flatMap((language) => noticeActions.map((action) => [language, action] as const)))(
  'P9 the notice in %s of %s shows the action, its time and origin, and what to do',
  (language, action) => {
    const mail = render(
      {
        kind: 'security_notice',
        action,
        at: Date.UTC(2026, 0, 2, 3, 4),
        ip: '203.0.113.9',
        agent: 'Mozilla/5.0 <b>',
        object: 'aa11bb22',
      },
      language,
    );
    const { notices: said, note } = noticeTexts[language];
    expect(mail.subject).toBe(said[action].title);
    for (const detail of [
      said[action].body,
      note,
      formatMailTime(Date.UTC(2026, 0, 2, 3, 4), language),
      '203.0.113.9',
      'aa11bb22',
    ])
      expect(mail.text).toContain(detail);
    expect(mail.html).not.toContain('<b>');
    expect(mail.text).toContain(
      `https://salar.example${action === 'account_frozen' ? '/forgot-password' : '/settings/security'}`,
    );
  },
);

test('notices of one language are all different', () => {
  for (const language of languages) {
    const titles = Object.values(noticeTexts[language].notices).map(({ title }) => title);
    expect(new Set(titles).size).toBe(noticeActions.length);
  }
});

test.each(languages)(
  'F36 the mail in %s about a new password lists what ended and what stays',
  (language) => {
    const credentials = [
      { state: 'api_key_ended', name: 'aa11bb22' },
      { state: 'passkey_ended', name: '<b>Phone' },
      { state: 'passkey_kept', name: 'Laptop' },
    ] as const;
    const mail = render(
      {
        kind: 'security_notice',
        action: 'password_reset',
        at: 0,
        ip: null,
        agent: null,
        object: null,
        credentials,
      },
      language,
    );
    for (const { state, name } of credentials)
      expect(mail.text).toContain(`${noticeTexts[language].labels.credentials[state]}: ${name}`);
    expect(mail.html).not.toContain('<b>');
  },
);

test.each(languages)('F61 E3 the mails in %s have a link that freezes the account', (language) => {
  const freezeCode = 'abc.def_-1';
  const notice = { kind: 'security_notice', at: 0, ip: null, agent: null, object: null, freezeCode } as const;
  for (const mail of [
    render({ ...withdrawal, freezeCode }, language),
    render({ ...notice, action: 'new_device' }, language),
  ]) {
    const link = 'https://salar.example/freeze-account?verifycode=abc.def_-1&UserId=7';
    expect(mail.text).toContain(`${mailTexts[language].freeze.label}:\n${link}`);
    expect(mail.html).toContain(link.replace('&', '&#38;'));
    expect(mail.subject).not.toContain('abc');
  }
  const frozen = render(
    { kind: 'security_notice', action: 'account_frozen', at: 0, ip: null, agent: null, object: null },
    language,
  );
  expect(frozen.text).toContain('https://salar.example/forgot-password');
  expect(frozen.text).not.toContain('/freeze-account');
});

test('unknown details of a notice are left out', () => {
  const mail = render(
    { kind: 'security_notice', action: 'password_reset', at: 0, ip: null, agent: null, object: null },
    'en',
  );
  expect(mail.text).not.toContain(noticeTexts.en.labels.ip);
});
