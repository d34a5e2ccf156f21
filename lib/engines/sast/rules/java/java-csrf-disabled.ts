import type { Rule } from '@scangate/engines/sast/rule';
import { around } from './conditions.ts';
import { method } from './samples.ts';

/** Who is known by a token in a header, and not by a cookie, needs none. */
const byToken = /STATELESS|oauth2ResourceServer|httpBasic\(/;

export const javaCsrfDisabled: Rule = {
  id: 'java-csrf-disabled',
  cwe: 'CWE-352',
  severity: 'medium',
  title: 'Protection against forged requests is off',
  message:
    'With csrf() disabled another site can let the browser of somebody who is logged in send requests.',
  help: 'Leave it on; if nobody logs in with cookies, say so with SessionCreationPolicy.STATELESS.',
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
