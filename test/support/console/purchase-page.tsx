import type { Client } from '@scangate/client';
import { screen } from '@testing-library/react';
import { PurchaseFrame } from '@scangate/console/routes/billing/purchase/purchase-frame.tsx';
import type { BillingChange } from '@scangate/console/routes/billing/purchase/purchase-draft.ts';
import { billingStatus, preview } from './billing-answers.ts';
import { clientOf, renderPart, type Answers } from './render-part.tsx';

export const checkoutUrl = 'https://checkout.stripe.example/c/1';

/** The answer that opens a payment page. */
export const opened: Answers = { 'buy-pack': () => ({ sessionId: 'cs_1', url: checkoutUrl }) };

interface Call {
  name: string;
  input: { idempotencyKey?: string; body?: unknown };
}

interface PageOptions {
  at?: string;
  status?: ReturnType<typeof billingStatus>;
  /** Holds the answer to the purchase back. */
  until?: Promise<void>;
}

const pack: BillingChange = { change: 'pack', pack: 'core-100' };

/** Opens the purchase frame around a button that reviews a pack. */
export const openPurchase = async (answers: Answers, options: PageOptions = {}) => {
  const { at = '/?change=pack&pack=core-100', status = billingStatus(), until } = options;
  const calls: Call[] = [];
  const service = clientOf(
    { 'preview-change': () => preview(), 'get-billing-status': () => status, ...answers },
    calls as never,
  );
  const client = {
    call: async (...call: Parameters<Client['call']>) => {
      const answer = service.call(...call);
      if (call[0] === 'buy-pack') await until;
      return answer;
    },
  } as unknown as Client;
  const page = ({ review }: { review: (change: BillingChange) => void }) => (
    <button type="button" onClick={() => review(pack)}>
      Review a pack
    </button>
  );
  const view = await renderPart(<PurchaseFrame status={status}>{page}</PurchaseFrame>, { client, at });
  const sent = (name: string) => calls.filter((call) => call.name === name);
  const keys = () => sent('buy-pack').map(({ input }) => input.idempotencyKey);
  return { ...view, calls, sent, keys };
};

export const payButton = () => screen.findByRole('button', { name: 'Continue to pay €15.00' });

/** Reads the draft that a reload finds. */
export const notedPurchase = (): string => sessionStorage.getItem('scangate:draft:p1:o1:purchase') ?? '';
