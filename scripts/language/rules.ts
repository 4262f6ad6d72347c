/**
 * The rules for plain engineering English, as patterns with the better word. CONTRIBUTING.md explains them; verbs of
 * speech are for people, and a term of the field is better than a metaphor.
 */

export type Rule = {
  /** Matches what should not be written. */
  readonly pattern: RegExp;
  /** What to write instead. */
  readonly better: string;
};

/** Rules for comments, documents and texts that operators and developers read. */
export const proseRules: readonly Rule[] = [
  {
    pattern: /\b(?:tells?(?! apart)|told|telling)\b/i,
    better: 'return, report, publish, notify, log or show',
  },
  { pattern: /\b(?:hears?|heard|hearing)\b/i, better: 'receive, or be notified' },
  {
    pattern:
      /\b(?:asked|asking|asks? (?:for|the|about|whether|what|which|who|how|again|once|it|its|us|them|an?|each|every))\b/i,
    better: 'request, query, read, check or prompt',
  },
  { pattern: /\b(?:knows|knew)\b/i, better: 'has, stores, contains or depends on' },
  { pattern: /\b(?:speaks?|spoken|spoke)\b/i, better: 'use, implement, announce or label' },
  { pattern: /\bdoors?\b/i, better: 'port, listener, server or check' },
  { pattern: /\bdesks?\b(?!top)/i, better: 'service, dispatcher or fixture' },
  { pattern: /\bears\b/i, better: 'listeners or subscribers' },
  { pattern: /\bshin(?:e|es|ing|y)\b/i, better: 'theme' },
  { pattern: /\bseats?\b/i, better: 'slot' },
  { pattern: /\bfacts?\b(?<!in fact)/i, better: 'metadata, details or fields' },
  {
    pattern: /(?<!\bin |recovery |seed |mnemonic |\d )\bwords\b(?! (?:per|of the mnemonic))/i,
    better: 'labels, text, translations, codes or wire format',
  },
  {
    pattern: /\b(?:other|leftmost|server|this|each|every|which|own|these|those|of the) rooms?\b/i,
    better: 'package or module',
  },
  { pattern: /(?<!\bthere )\b(?:is|are) none\b/i, better: 'there is no ..., or does not exist' },
  { pattern: /\bto be had\b/i, better: 'available' },
  {
    pattern: /\bso (?:long|many|much)(?: [a-z]+){0,2}(?=[.,;:]|$)|^so (?:long|many|much)\b/i,
    better: 'how long, how many, or the number',
  },
  { pattern: /\banew\b/i, better: 'again' },
  { pattern: /\bwhoever\b/i, better: 'any caller, the user, or name the role' },
  { pattern: /\bof (?:ours|theirs|hers|yours)\b/i, better: 'our own, or name the owner' },
  { pattern: /\blooked upon\b/i, better: 'treated as' },
  { pattern: /\bby itself\b/i, better: 'automatically, or alone' },
  { pattern: /\bmend(?:s|ed|ing)?\b/i, better: 'fix or repair' },
  {
    pattern: /\bstands?\b(?! (?:in )?for\b| (?:by|alone)\b|-(?:in|by|alone)\b)/i,
    better: 'is, appears, is stored, or remains',
  },
  { pattern: /\bstood\b/i, better: 'was, appeared, or remained' },
  { pattern: /\bthe like\b/i, better: 'name them, or "and so on"' },
];

/** Rules for the opening of a doc comment. */
export const openingRules: readonly Rule[] = [
  {
    pattern: /^Of (?:the|an?|its|this|each|every|one|what|who|all|those)\b/,
    better: 'a sentence with a subject: "The ... of the ..."',
  },
  {
    pattern: /^What (?!if\b)[^?]*$/s,
    better: 'a sentence that says what it is or does, such as "Computes ..."',
  },
  { pattern: /^Who(?:se|m)? [^?]*$/s, better: 'name the role: "The customer who ..."' },
  {
    pattern: /^(?:The same|Likewise),? (?:for|as|of|with|by|from|in)\b/,
    better: 'say what it does, in full',
  },
  { pattern: /^(?:Does|Makes) (?:it|of)\b/, better: 'say what it does: "Runs", "Converts"' },
];

/** Rules for identifiers and file names, matched against their single words in lower case. */
export const nameRules: readonly { readonly words: readonly string[]; readonly better: string }[] = [
  { words: ['door', 'doors'], better: 'port, listener, server or check' },
  { words: ['desk', 'desks'], better: 'service, dispatcher or fixture' },
  { words: ['tell', 'tells', 'told', 'telling'], better: 'return, emit, publish, notify, log or show' },
  { words: ['hear', 'hears', 'heard', 'ears'], better: 'receive, listener or subscriber' },
  { words: ['asked', 'asking'], better: 'requested' },
  { words: ['knows', 'speaks', 'spoken'], better: 'has, implements or announced' },
  { words: ['words'], better: 'labels, texts, codes or wire' },
  { words: ['fact', 'facts'], better: 'metadata, details or summary' },
  { words: ['outside'], better: 'external' },
  { words: ['anew'], better: 'again' },
  { words: ['nobody', 'whoever'], better: 'none, noOne, or name the role' },
  { words: ['shine', 'seat', 'missized', 'patiently', 'heed'], better: 'a term of the field' },
];
