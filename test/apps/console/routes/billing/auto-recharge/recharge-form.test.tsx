// @vitest-environment happy-dom
import { ApiProblem, type Client } from '@scangate/client';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { AutoRechargeTab } from '@scangate/console/routes/billing/auto-recharge/auto-recharge-tab.tsx';
import { renderPart } from '#test/support/console/render-part.tsx';
import { billingStatus, prices } from '#test/support/console/billing-answers.ts';

interface Patch {
  headers: { 'If-Match': string };
  body: Record<string, unknown>;
}

const tooHigh = {
  code: 'validation_failed',
  errors: [{ pointer: '/threshold', code: 'too_big', detail: 'That is too high.' }],
};

/** The settings at the service, which can be changed concurrently. */
const service = (given: Partial<{ enabled: boolean; pack: string }>, pricesNow: () => unknown) => {
  const patches: Patch[] = [];
  let [version, settings] = [1, { enabled: false, threshold: 20, pack: 'core-100', monthlyCap: 3, ...given }];
  const answer = () => ({ status: 200, headers: new Headers({ etag: `"${version}"` }), body: settings });
  const patch = (input: Patch) => {
    patches.push(input);
    if (input.headers['If-Match'] !== `"${version}"`)
      throw new ApiProblem(412, new Headers(), { code: 'etag_mismatch', detail: 'Changed.' });
    if (input.body['threshold'] === 5000) throw new ApiProblem(422, new Headers(), tooHigh);
    version += 1;
    settings = { ...settings, ...input.body };
    return answer();
  };
  const client = {
    call: async (name: string, input: Patch) => {
      if (name === 'get-prices') return { status: 200, headers: new Headers(), body: await pricesNow() };
      if (name === 'get-auto-recharge') return answer();
      if (name === 'change-auto-recharge') return patch(input);
      throw new Error(name);
    },
  } as unknown as Client;
  const changeByOther = (changes: Partial<typeof settings>) => {
    version += 1;
    settings = { ...settings, ...changes };
  };
  return { client, patches, changeByOther, now: () => settings };
};

const open = async (settings = {}, pricesNow: () => unknown = prices) => {
  const given = service(settings, pricesNow);
  await renderPart(<AutoRechargeTab status={billingStatus()} />, { client: given.client });
  const threshold = await screen.findByRole('spinbutton', { name: /Threshold/ });
  const type = async (text: string) => {
    await userEvent.clear(threshold);
    await userEvent.type(threshold, text);
  };
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
  return { ...given, type, save };
};

test('the possible cost of a recharge is shown above the button', async () => {
  await open();
  await userEvent.click(screen.getByRole('checkbox'));
  expect(
    await screen.findByText(/Each charge is €15.00 for 100 core credits, at most 3 charges/),
  ).toBeTruthy();
});

test('a change is saved with the version that it started from', async () => {
  const { type, save, now, patches } = await open();
  await type('50');
  await save();
  await waitFor(() => expect(now().threshold).toBe(50));
  expect(patches[0]?.headers['If-Match']).toBe('"1"');
});

test('a concurrent change is shown by field, and mine can be sent again on top of it', async () => {
  const { type, save, now, changeByOther } = await open();
  await type('50');
  changeByOther({ threshold: 10, monthlyCap: 5 });
  await save();
  await screen.findByText('Somebody changed this while you were editing');
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows).toEqual(expect.arrayContaining(['Threshold5010', 'Maximum packs per periodnot changed5']));
  await userEvent.click(screen.getByRole('button', { name: 'Overwrite with yours' }));
  await waitFor(() => expect(now()).toMatchObject({ threshold: 50, monthlyCap: 5 }));
});

test('the concurrent change can be accepted', async () => {
  const { type, save, now, changeByOther } = await open();
  await type('50');
  changeByOther({ threshold: 10 });
  await save();
  await userEvent.click(await screen.findByRole('button', { name: 'Take theirs' }));
  const field = screen.getByRole<HTMLInputElement>('spinbutton', { name: /Threshold/ });
  await waitFor(() => expect(field.value).toBe('10'));
  expect(now().threshold).toBe(10);
});

test('a value out of bounds is not sent', async () => {
  const { type, save, patches } = await open();
  await type('-1');
  await save();
  expect(patches).toEqual([]);
  expect(screen.getByText('Enter a whole number, 0 or more.')).toBeTruthy();
});

test('a value that the service refuses is named at its field, and another one is saved', async () => {
  const { type, save, now } = await open();
  await type('5000');
  await save();
  await screen.findByText('That is too high.');
  await type('50');
  await save();
  await waitFor(() => expect(now().threshold).toBe(50));
});

describe('without prices', () => {
  const unavailable = () => {
    throw new ApiProblem(503, new Headers(), { code: 'temporarily_unavailable', detail: 'Stripe is away.' });
  };
  const isSavable = () => screen.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled') === null;

  test('nothing can be switched on until they are loaded', async () => {
    const answers = [unavailable, prices];
    const { save, patches, now } = await open({}, () => answers.shift()?.());
    await userEvent.click(screen.getByRole('checkbox'));
    expect(screen.getByText('Stripe is away.')).toBeTruthy();
    expect(screen.getByText('The price of this pack is currently not available.')).toBeTruthy();
    await save();
    expect([isSavable(), patches]).toEqual([false, []]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/Each charge is €15.00/);
    await save();
    await waitFor(() => expect(now().enabled).toBe(true));
  });

  test('an enabled recharge can be switched off', async () => {
    const { save, now } = await open({ enabled: true }, unavailable);
    await userEvent.click(screen.getByRole('checkbox'));
    await save();
    await waitFor(() => expect(now().enabled).toBe(false));
  });
});

test('a pack that is no longer sold is shown, and has to be replaced', async () => {
  const { save, now } = await open({ pack: 'core-9' });
  const list = screen.getByRole<HTMLSelectElement>('combobox');
  expect(list.value).toBe('core-9');
  await userEvent.click(screen.getByRole('checkbox'));
  expect(screen.getByText('The price of this pack is currently not available.')).toBeTruthy();
  await userEvent.selectOptions(list, 'core-500');
  await save();
  await waitFor(() => expect(now()).toMatchObject({ enabled: true, pack: 'core-500' }));
});
