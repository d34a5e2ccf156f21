import type { Rule } from '@scangate/engines/sast/rule';
import { textAt } from './conditions.ts';
import { method } from './samples.ts';

export const csDirectoryBrowsing: Rule = {
  id: 'cs-directory-browsing',
  cwe: 'CWE-548',
  severity: 'medium',
  title: 'Directory browsing is on',
  message: 'Visitors see the names of all files, including those that nothing links to.',
  help: 'Use only UseStaticFiles to serve files.',
  calls: [{ call: ['*.{UseDirectoryBrowser,AddDirectoryBrowser}'] }],
  positives: [method('        app.UseDirectoryBrowser(); // HERE', 'WebApplication app')],
  negatives: [method('        app.UseStaticFiles();', 'WebApplication app')],
};

export const csBindAll: Rule = {
  id: 'cs-bind-all',
  cwe: 'CWE-706',
  severity: 'medium',
  title: 'Listener accepts requests for every host',
  message:
    'With `*` or `+` as the host, requests that another site sends under its own host name are answered.',
  help: 'State the host name.',
  calls: [{ call: ['*.Prefixes.Add'], when: (call) => /^https?:\/\/[*+]/.test(textAt(call, 0)) }],
  positives: [method('        listener.Prefixes.Add("http://*:8080/"); // HERE', 'HttpListener listener')],
  negatives: [method('        listener.Prefixes.Add("http://localhost:8080/");', 'HttpListener listener')],
};

export const csLockoutOff: Rule = {
  id: 'cs-lockout-off',
  cwe: 'CWE-307',
  severity: 'low',
  title: 'Account lockout is off',
  message: 'Failed attempts do not lock the account, so passwords can be guessed.',
  help: 'Set lockoutOnFailure: true.',
  calls: [
    {
      call: ['*.{PasswordSignInAsync,CheckPasswordSignInAsync}'],
      when: ({ args, named }) =>
        (named.get('lockoutOnFailure') ?? args[args.length === 3 ? 2 : 3])?.constant === false,
    },
  ],
  positives: [
    method(
      '        await signIn.PasswordSignInAsync(name, password, true, lockoutOnFailure: false); // HERE',
      'string name, string password',
    ),
    method(
      '        await signIn.CheckPasswordSignInAsync(user, password, false); // HERE',
      'User user, string password',
    ),
  ],
  negatives: [
    method(
      '        await signIn.PasswordSignInAsync(name, password, false, lockoutOnFailure: true);',
      'string name, string password',
    ),
  ],
};
