/** The steps of a payment, as the payer reports them. */
export const payerSteps = ['requested', 'signed', 'recorded', 'sent'] as const;
export type PayerStep = (typeof payerSteps)[number];
