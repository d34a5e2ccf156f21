import type { Rule } from '@scangate/engines/sast/rule';
import { isTainted } from '@scangate/engines/sast/taint/value';
import { action } from './samples.ts';

const privileged = /^(?:admin|is_admin|role|role_id|roles|superuser|banned|account_type|permissions)$/;

export const rbMassAssignment: Rule = {
  id: 'rb-mass-assignment',
  cwe: 'CWE-915',
  severity: 'medium',
  title: 'Model takes every field of a request',
  message: 'The request can set fields that its form does not show, such as a role.',
  help: 'Name the fields that you expect: params.require(:user).permit(:name).',
  calls: [{ call: ['*.permit!'], when: ({ receiver }) => receiver !== undefined && isTainted(receiver) }],
  sinks: [{ call: ['{insert_all,upsert_all}'] }],
  entries: [{ key: ['without_protection'], when: ({ constant }) => constant === true }],
  words: ['permit!', 'permit', 'without_protection', 'insert_all', 'upsert_all'],
  positives: [
    action('User.create(params.require(:user).permit!) # HERE'),
    action('User.new(attributes, without_protection: true) # HERE'),
  ],
  negatives: [action('User.create(params.require(:user).permit(:name))')],
};

export const rbPrivilegedField: Rule = {
  id: 'rb-privileged-field',
  cwe: 'CWE-915',
  severity: 'medium',
  confidence: 'low',
  title: 'Request may set a role',
  message: 'The permitted fields hold one that gives rights: whoever may send the form may take them.',
  help: 'Permit it in an action for administrators only.',
  calls: [
    {
      call: ['*.permit'],
      when: ({ args }) => args.some(({ constant }) => privileged.test(String(constant))),
    },
  ],
  positives: [action('params.require(:user).permit(:name, :admin) # HERE')],
  negatives: [action('params.require(:user).permit(:name, :email)')],
};
