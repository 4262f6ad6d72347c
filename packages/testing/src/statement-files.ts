/** Statements as banks send them, for tests: the same movements as OFX 1, OFX 2 and CAMT.053. */

export type FileLine = {
  /** Decimal text with its sign. */
  readonly amount: string;
  readonly reference: string;
  readonly day?: string;
  readonly memo?: string;
};

export type FileStatement = {
  readonly account?: string;
  readonly currency?: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly opening: string;
  readonly closing: string;
  readonly lines: readonly FileLine[];
};

const digits = (day: string) => day.replaceAll('-', '');

/** Formats OFX 1, whose values have no closing tags. */
export function toOfxSgml(statement: FileStatement): string {
  const { account = '20455000123', currency = 'COP', firstDay, lastDay, closing, lines } = statement;
  const header = [
    'OFXHEADER:100',
    'DATA:OFXSGML',
    'VERSION:102',
    'SECURITY:NONE',
    'ENCODING:USASCII',
    'CHARSET:1252',
  ];
  const body = lines.map(
    ({ amount, reference, day = lastDay, memo = '' }) =>
      `<STMTTRN><TRNTYPE>${amount.startsWith('-') ? 'DEBIT' : 'CREDIT'}<DTPOSTED>${digits(day)}120000[-5:EST]` +
      `<TRNAMT>${amount}<FITID>${reference}<NAME>Jos\u00e9 & hijos<MEMO>${memo}</STMTTRN>\r\n`,
  );
  return (
    `${header.join('\r\n')}\r\nCOMPRESSION:NONE\r\nOLDFILEUID:NONE\r\nNEWFILEUID:NONE\r\n\r\n` +
    `<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><DTSERVER>${digits(lastDay)}<LANGUAGE>SPA</SONRS>` +
    `</SIGNONMSGSRSV1><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>${currency}` +
    `<BANKACCTFROM><BANKID>007<ACCTID>${account}<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>${digits(firstDay)}` +
    `<DTEND>${digits(lastDay)}\r\n${body.join('')}</BANKTRANLIST><LEDGERBAL><BALAMT>${closing}<DTASOF>${digits(lastDay)}` +
    `</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\r\n`
  );
}

/** Formats OFX 2: the same elements as XML. */
export function toOfxXml(statement: FileStatement): string {
  const sgml = toOfxSgml(statement);
  const body = sgml
    .slice(sgml.indexOf('<OFX>'))
    .replaceAll(
      /<([A-Z0-9]+)>([^<\r\n]+)/g,
      (_, name: string, value: string) => `<${name}>${value.replaceAll('&', '&amp;')}</${name}>`,
    )
    .replaceAll('<MEMO></STMTTRN>', '<MEMO></MEMO></STMTTRN>');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE"?>\n${body}`;
}

/** Formats CAMT.053.001.08. */
export function toCamt(statement: FileStatement): string {
  const { account = '20455000123', currency = 'COP', firstDay, lastDay, opening, closing, lines } = statement;
  const directed = (amount: string) => {
    const isDebit = amount.startsWith('-');
    const value = isDebit ? amount.slice(1) : amount;
    return `<Amt Ccy="${currency}">${value}</Amt><CdtDbtInd>${isDebit ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
  };
  const balance = (code: string, amount: string, day: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${directed(amount)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
  const entries = lines.map(
    ({ amount, reference, day = lastDay, memo = '' }) =>
      `<Ntry>${directed(amount)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef>` +
      `<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RmtInf><Ustrd>${memo}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>` +
    `<GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id><FrToDt><FrDtTm>${firstDay}T00:00:00</FrDtTm><ToDtTm>${lastDay}T23:59:59</ToDtTm></FrToDt>` +
    `<Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>${currency}</Ccy></Acct>${balance('OPBD', opening, firstDay)}` +
    `${balance('CLBD', closing, lastDay)}${entries.join('')}</Stmt></BkToCstmrStmt></Document>\n`
  );
}
