import type { Call, Rule } from '@scangate/engines/sast/rule';
import { isFixedValue, prefixOf, type Value } from '@scangate/engines/sast/taint/value';

const cleaned = /(?:sanitiz|purif|escape|encode|xss|highlight|icon|svg|translate|i18n|(?:^|[.(])t\(\))/i;
const inertText = /^[^<>&\uFFFC]{1,200}$/;

/** Tells whether markup is neither fixed nor named as if it were sanitized. */
const isRaw = (value: Value | undefined): boolean =>
  value !== undefined &&
  !isFixedValue(value) &&
  value.fixed !== true &&
  !cleaned.test(value.path ?? '') &&
  value.callable === undefined &&
  !inertText.test(prefixOf(value) ?? '') &&
  // Untrusted input is reported by another rule, or was sanitized.
  !value.taints.some(({ origin }) => origin.label === 'user');

const takesRaw =
  (at: number) =>
  ({ args }: Call): boolean =>
    isRaw(args[at]);

export const jsRawHtml: Rule = {
  id: 'js-raw-html',
  cwe: 'CWE-79',
  severity: 'low',
  confidence: 'low',
  title: 'Text rendered as markup',
  message:
    'Text of unknown origin becomes markup of the page: if any of it is untrusted, it can inject a script.',
  help: 'Render it as text, or sanitize the markup (DOMPurify) first.',
  supersededBy: ['js-dom-xss'],
  entries: [{ key: ['__html'], when: isRaw }],
  writes: [{ write: ['*.{innerHTML,outerHTML,srcdoc}'], when: isRaw }],
  calls: [
    { call: ['document.{write,writeln}', '*.document.{write,writeln}'], when: takesRaw(0) },
    { call: ['*.insertAdjacentHTML'], when: takesRaw(1) },
    {
      call: [
        '*.{bypassSecurityTrustHtml,bypassSecurityTrustScript,bypassSecurityTrustResourceUrl,bypassSecurityTrustUrl,bypassSecurityTrustStyle}',
        '*.{trustAsHtml,trustAsJs,trustAsUrl,trustAsResourceUrl,trustAsCss}',
      ],
      when: takesRaw(0),
    },
    { call: ['*.trustAs'], when: takesRaw(1) },
    {
      call: ['{$,jQuery}().{html,append,prepend,after,before,replaceWith,wrap,wrapAll,wrapInner}'],
      when: ({ args: [markup] }) => (markup && prefixOf(markup)?.includes('<')) === true && isRaw(markup),
    },
  ],
  positives: [
    'element.innerHTML = render(text); // HERE\n',
    'function show(text) {\n  box.insertAdjacentHTML("beforeend", "<p>" + text + "</p>"); // HERE\n}\n',
    'class A {\n  constructor(private sanitizer: DomSanitizer) {}\n  show(text: string) {\n    return this.sanitizer.bypassSecurityTrustHtml(text); // HERE\n  }\n}\n',
    'const page = (text) => createElement("div", { dangerouslySetInnerHTML: { __html: text } }); // HERE\n',
    '$("#a").html("<b>" + name + "</b>"); // HERE\n',
    'class A {\n  constructor(private sanitizer: DomSanitizer) {}\n  show(text: string) {\n    return this.sanitizer.document.write(text); // HERE\n  }\n}\n',
    'function show(text) {\n  box.trustAs("beforeend", "<p>" + text + "</p>"); // HERE\n}\n',
    'export const f = (q) => {\n  document.write(q); // HERE\n};\n',
    'class A {\n  constructor(private sanitizer: DomSanitizer) {}\n  show(text: string) {\n    return this.sanitizer.trustAsHtml(text); // HERE\n  }\n}\n',
  ],
  negatives: [
    "element.innerHTML = '';\n",
    "element.innerHTML = done ? '<b>yes</b>' : '<b>no</b>';\n",
    'element.innerHTML = DOMPurify.sanitize(text);\n',
    'element.textContent = text;\n',
    "element.innerHTML = '<b>' + list.length + '</b>';\n",
    'element.innerHTML = location.hash;\n',
  ],
};
