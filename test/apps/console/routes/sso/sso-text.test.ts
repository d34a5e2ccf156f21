import { expect, test } from 'vitest';
import { settingsOf, type SsoSettings } from '@scangate/console/routes/sso/sso-settings.ts';
import { ssoText } from '@scangate/console/routes/sso/sso-text.ts';

const settings: SsoSettings = {
  ...settingsOf({ configured: false }),
  kind: 'saml',
  entityId: 'https://idp.example',
  groups: [
    { group: 'security', role: 'admin' },
    { group: 'finance', role: 'billing' },
  ],
  isEnforced: true,
  breakGlass: ['p1', 'p2'],
  idleMinutes: 60,
  requiredAmr: ['mfa', 'hwk'],
};

const textOf = ssoText((id) => (id === 'p1' ? 'Ada' : undefined));

test.each([
  ['kind', 'SAML 2.0'],
  ['entityId', 'https://idp.example'],
  ['groups', 'security: Admin, finance: Billing'],
  ['isEnforced', 'Yes'],
  ['breakGlass', 'Ada, p2'],
  ['idleMinutes', '60'],
  ['absoluteHours', ''],
  ['requiredAmr', 'mfa, hwk'],
] as const)('the setting %s is shown in words', (name, words) => {
  expect(textOf(name, settings)).toBe(words);
});
