/** A withdrawal that is too large to be paid without people is signed with a passkey on its review, and arrives. */
import { createPublicClient, http, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { Api } from '../support/api.ts';
import { createCustomerWithEther } from '../support/create-customer-with-ether.ts';
import { enableSecondFactor } from '../support/second-factor.ts';
import { choose } from '../support/screen-actions.ts';
import { setAppearance } from '../support/screens.ts';
import { addVirtualAuthenticator, section } from '../support/security-page.ts';
import { enterAs, url } from '../support/sign-in-pages.ts';
import { expect, test } from '../support/test.ts';
import { selectLanguages, createTranslate } from '../support/translations.ts';

const product = { OMSId: 1, ProductId: 2 };
const amount = '0.5';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 300_000 });

for (const language of selectLanguages(1)) {
  test(`a passkey signs a withdrawal, which is paid without an operator, in ${language}`, async ({
    page,
  }) => {
    const t = createTranslate(language);
    const who = await createCustomerWithEther(url(), `firma${language}`, '1');
    const receiver = privateKeyToAddress(generatePrivateKey());
    const review = page.getByRole('dialog', { name: t('transfers.withdraw.review.title') });
    await addVirtualAuthenticator(page);
    await setAppearance(page, 'light', language);

    const openReview = async (value = amount) => {
      await page.goto(`${url()}/ramping/withdraw`);
      await choose(page, t('transfers.asset.label'), 'ETH');
      await page.getByRole('textbox', { name: t('transfers.withdraw.amount'), exact: true }).fill(value);
      await page.getByRole('textbox', { name: t('destinations.fields.ExternalAddress') }).fill(receiver);
      await page.getByRole('button', { name: t('transfers.withdraw.button.review') }).click();
      await expect(review).toBeVisible();
    };

    await test.step('the amount is above what is accepted without a signature', async () => {
      const ask = { ...product, AccountId: who.accountId, Amount: amount, AccountProviderId: 1 };
      expect(await who.api.call('GetWithdrawFee', ask)).toMatchObject({ PasskeySignature: 'Needed' });
    });

    await test.step('without a passkey the review has a quiet hint', async () => {
      await enterAs(page, who, '/dashboard');
      await openReview();
      await expect(review.getByText(t('transfers.withdraw.signature.hint'))).toBeVisible();
      await review.getByRole('link', { name: t('transfers.withdraw.signature.add') }).click();
      await expect(page).toHaveURL(/\/settings\/security/);
    });

    await test.step('a passkey is added', async () => {
      const card = section(page, t('security.passkeys.title'));
      await card.getByRole('button', { name: t('security.passkeys.add') }).click();
      await page.getByLabel(t('security.addPasskey.name')).fill('Key ring');
      await page.keyboard.press('Enter');
      await expect(card.getByText('Key ring')).toBeVisible();
      // In the local profile the signer counts it as soon as it has it.
      await expect
        .poll(async () => {
          const [passkey] = (await who.api.call('GetPasskeys')) as { CountsFrom: string | null }[];
          return passkey?.CountsFrom ?? null;
        })
        .not.toBeNull();
    });

    await test.step('it signs the withdrawal, by keyboard', async () => {
      await openReview();
      await expect(review.getByText(t('transfers.withdraw.signature.needed'))).toBeVisible();
      await review.getByRole('button', { name: t('transfers.withdraw.signature.sign') }).press('Enter');
      await expect(page.getByText(t('transfers.withdraw.success.title'))).toBeVisible();
    });

    await test.step('confirmed by mail, it is paid', async () => {
      const findLink = async () => {
        const mails = await new Api(url()).mailsTo(who.email);
        return mails.flatMap((mail) => mail.links).find((one) => one.includes('/confirm-withdraw')) ?? '';
      };
      await expect.poll(findLink).not.toBe('');
      const link = new URL(await findLink());
      await page.goto(url() + link.pathname + link.search);
      await page.getByRole('button', { name: t('confirm-withdraw.ready.confirm') }).click();
      await expect
        .poll(
          async () => {
            const ask = { OMSId: 1, AccountId: who.accountId, StartIndex: 0, Limit: 1 };
            const [ticket] = (await who.api.call('GetWithdrawTickets', ask)) as { Status: string }[];
            return ticket?.Status;
          },
          { timeout: 60_000 },
        )
        .toBe('FullyProcessed');
      const status = (await (await fetch(`${url()}/local/status`)).json()) as {
        networks: { name: string; rpcUrl: string }[];
      };
      const chain = status.networks.find(({ name }) => name === 'Ethereum (local)');
      const client = createPublicClient({ transport: http(chain?.rpcUrl ?? '') });
      expect(await client.getBalance({ address: receiver })).toBe(parseEther(amount) - parseEther('0.002'));
    });

    await test.step('F5 with a second factor on, one without a signature takes a code', async () => {
      const { app } = await enableSecondFactor(who);
      await openReview('0.2');
      const confirm = t('transfers.withdraw.review.confirm', { amount: '0.20', symbol: 'ETH' });
      await review.getByRole('button', { name: confirm }).click();
      const prompt = page.getByRole('dialog', { name: t('session-prompts.code.title') });
      await prompt.getByLabel(t('second-factor.code.label')).fill(app.wrongCode());
      await expect(prompt.getByText(t('errors.2faInvalid'))).toBeVisible();
      await prompt.getByLabel(t('second-factor.code.label')).fill(await app.code());
      await expect(page.getByText(t('transfers.withdraw.success.title'))).toBeVisible();
    });
  });
}
