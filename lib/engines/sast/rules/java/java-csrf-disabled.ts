import type { Rule } from '@scangate/engines/sast/rule';
import { around } from './conditions.ts';
import { method } from './samples.ts';

/** Authentication by a header instead of a cookie needs no CSRF protection. */
const byToken = /STATELESS|oauth2ResourceServer|httpBasic\(/;

export const javaCsrfDisabled: Rule = {
  id: 'java-csrf-disabled',
  cwe: 'CWE-352',
  severity: 'medium',
  title: 'CSRF protection is off',
  message: 'With csrf() disabled another site can make the browser of a signed-in user send requests.',
  help: 'Leave it on; if no login uses cookies, declare it with SessionCreationPolicy.STATELESS.',
  calls: [
    { call: ['*.csrf().disable'], when: (call) => !byToken.test(around(call)) },
    {
      call: ['*.csrf'],
      when: (call) =>
        /AbstractHttpConfigurer::disable|CsrfConfigurer::disable|->\s{0,20}\w{1,40}\.disable\(\)/.test(
          call.at.text.slice(-200),
        ) && !byToken.test(around(call)),
    },
  ],
  positives: [
    method('    http.csrf().disable().formLogin(); // HERE', 'HttpSecurity http'),
    method('    http.csrf(csrf -> csrf.disable()); // HERE', 'HttpSecurity http'),
    method('    http.csrf(AbstractHttpConfigurer::disable); // HERE', 'HttpSecurity http'),
  ],
  negatives: [
    method(
      '    http.csrf().disable().sessionManagement().sessionCreationPolicy(SessionCreationPolicy.STATELESS);\n    http.csrf(Customizer.withDefaults());',
      'HttpSecurity http',
    ),
  ],
};
