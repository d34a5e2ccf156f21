import { callAs, managers, type Act } from './actions.ts';

/** The rule of an organization for keys of its own; some commits have one in the file `app.env`. */
const ruleOf = (taint: string) => ({
  kind: 'secret',
  id: `key-of-${taint}`,
  title: 'A key of our own',
  severity: 'high',
  keywords: ['ownkey_'],
  expression: 'ownkey_[a-z0-9]{16}',
  examples: { positive: ['key = ownkey_q7zp2lxw9dkt4rvb'], negative: ['ownkey_short'] },
});

/** Somebody writes a rule for secrets, by which later scans are judged, or removes it. */
export const changeRules: Act = async (world, organization) => {
  const rules = world.scheduler.random() < 0.8 ? [ruleOf(organization.taint)] : [];
  const as = { world, organization, roles: managers };
  await callAs(as, 'change-rules', { body: { rules }, headers: { 'If-Match': '*' } });
};
