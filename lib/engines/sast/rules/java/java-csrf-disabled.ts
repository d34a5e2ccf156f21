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

const isController = /(?:^|\.)(?:Rest)?Controller$/;

export const javaAnyHttpMethod: Rule = {
  id: 'java-any-http-method',
  cwe: 'CWE-352',
  severity: 'low',
  confidence: 'low',
  title: 'Mapping accepts every HTTP method',
  message: 'Operations that change data also respond to GET, which CSRF protection does not check.',
  help: 'State the method: @PostMapping, or @RequestMapping(method = RequestMethod.POST).',
  words: ['RequestMapping'],
  functions: ({ annotations }, owner) =>
    owner?.annotations.some(({ name }) => isController.test(name)) === true &&
    annotations.some(
      ({ name, args }) =>
        /(?:^|\.)RequestMapping$/.test(name) && !args.some((argument) => argument.name === 'method'),
    ),
  positives: [
    '@Controller\nclass A {\n  @RequestMapping("/pay") // HERE\n  public String pay() { return "a"; }\n}\n',
  ],
  negatives: [
    '@Controller\n@RequestMapping("/a")\nclass A {\n  @RequestMapping(value = "/pay", method = RequestMethod.POST)\n  public String pay() { return "a"; }\n  @GetMapping("/b") public String b() { return "b"; }\n}\n',
  ],
};

export const javaAnyMediaType: Rule = {
  id: 'java-any-media-type',
  cwe: 'CWE-502',
  severity: 'medium',
  confidence: 'low',
  title: 'Resource accepts every media type',
  message:
    "The sender's media type chooses the reader of the body, which can be one that deserializes Java objects.",
  help: 'State the expected type: @Consumes(MediaType.APPLICATION_JSON).',
  annotations: [
    {
      name: ['Consumes'],
      when: ({ args }) =>
        args.some(({ value }) => /^[{\s]*(?:"\*\/\*"|MediaType\.WILDCARD)/.test(value.at.text)),
    },
  ],
  positives: [
    'class A {\n  @POST @Consumes("*/*") public String pay(Pair pair) { return ""; } // HERE\n}\n',
    'class A {\n  @Consumes({ MediaType.WILDCARD }) // HERE\n  public String pay(Pair pair) { return ""; }\n}\n',
  ],
  negatives: [
    'class A {\n  @POST @Consumes("application/json") public String pay(Pair pair) { return ""; }\n}\n',
  ],
};
