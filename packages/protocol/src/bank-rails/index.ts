/**
 * Bank rails of Colombia and Brazil: documents, keys, accounts, banks and forms. Browser and server share these
 * rules.
 */
export * from './refusals.ts';
export * from './rails.ts';
export * from './rail-form.ts';
export * from './banks.ts';
export * from './cpf.ts';
export * from './cnpj.ts';
export * from './tax-id.ts';
export * from './cep.ts';
export * from './brazilian-phone.ts';
export * from './brazilian-account.ts';
export * from './email-key.ts';
export * from './pix-key.ts';
export * from './nit.ts';
export * from './colombian-document.ts';
export * from './colombian-account.ts';
export * from './breb-key.ts';
