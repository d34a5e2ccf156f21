import { flag, option, whole } from '@scangate/console/session/url-parameters.ts';
import type { UrlState } from '@scangate/console/session/url-parameters.ts';
import type { BillingChange } from './purchase-draft.ts';

const kinds = [
  'checkout',
  'plan',
  'undo_plan',
  'licenses',
  'auto_renew',
  'sast_addon',
  'cancel_sast_addon',
  'resume_sast_addon',
  'pack',
] as const satisfies readonly BillingChange['change'][];

/** The review of a change in the address of the page, so that a link and a reload open the same review. */
export const changeParameters = {
  change: option(kinds),
  plan: option(['Starter', 'Team']),
  interval: option(['month', 'year']),
  licenses: whole(0),
  enabled: flag(),
  size: option(['starter', 'team']),
  pack: option(['core-100', 'core-500', 'sast-25']),
} as const;

export type ChangeParameters = UrlState<typeof changeParameters>;

const noChange: ChangeParameters = {
  change: '',
  plan: '',
  interval: '',
  licenses: 0,
  enabled: false,
  size: '',
  pack: '',
};

const planChange = (given: ChangeParameters): BillingChange | undefined => {
  const { change, plan, interval, licenses } = given;
  if ((change !== 'checkout' && change !== 'plan') || plan === '' || interval === '') return undefined;
  return { change, plan, interval, ...(plan === 'Team' && licenses > 0 && { licenses }) };
};

/** The change that an address asks for; undefined where it asks for none, or for half of one. */
export const changeOf = (given: ChangeParameters): BillingChange | undefined => {
  const { change, licenses, enabled, size, pack } = given;
  switch (change) {
    case '':
      return undefined;
    case 'checkout':
    case 'plan':
      return planChange(given);
    case 'licenses':
      return licenses > 0 ? { change, licenses } : undefined;
    case 'auto_renew':
      return { change, enabled };
    case 'sast_addon':
      return size === '' ? undefined : { change, size };
    case 'pack':
      return pack === '' ? undefined : { change, pack };
    default:
      return { change };
  }
};

/** The parameters of a change; without one those that close the review. */
export const parametersOf = (change: BillingChange | undefined): ChangeParameters => ({
  ...noChange,
  ...change,
});
