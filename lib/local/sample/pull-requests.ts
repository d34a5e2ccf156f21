import { base62, fake } from '@scangate/engines/secrets/rule-example';
import { pyyamlRaised, storefrontFiles } from './storefront-files.ts';

/** The pull requests of the sample: one introduces a secret, one fixes a vulnerability and tries to hide a secret. */
export type SamplePullRequest = 'introducing' | 'hiding';

const refunds = `'use strict';

const key = 'sk_live_${fake(base62, 24, 2025)}';

exports.refund = (order) =>
  fetch(process.env.PAYMENT_URL + '/refunds', {
    method: 'POST',
    headers: { Authorization: 'Bearer ' + key },
    body: new URLSearchParams({ order: order.id }),
  });
`;

/** @returns the files of the head of a pull request by path. Its base is the vulnerable commit. */
export const pullRequestFiles: Readonly<Record<SamplePullRequest, () => ReadonlyMap<string, string>>> = {
  introducing: () => new Map([...storefrontFiles('vulnerable'), ['src/refunds.js', refunds]]),
  hiding: () =>
    new Map([
      ...storefrontFiles('vulnerable'),
      ['.scangateignore', 'secrets:stripe-key # we rotate it soon\n'],
      ['services/pricing/requirements.txt', pyyamlRaised],
    ]),
};
