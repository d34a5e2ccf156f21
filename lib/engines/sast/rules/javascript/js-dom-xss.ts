import type { Rule } from '@scangate/engines/sast/rule';
import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';

/** A string that does not begin with a tag is a selector, not markup. */
const isSelector = (value: Value): boolean => /^[^<\uFFFC]/.test((prefixOf(value) ?? '').trimStart());

export const jsDomXss: Rule = {
  id: 'js-dom-xss',
  cwe: 'CWE-79',
  severity: 'high',
  title: 'Untrusted input rendered as markup',
  message:
    'Text from the URL, a message or a request becomes markup of the page: it can inject a script that runs as the user.',
  help: 'Set textContent, or sanitize the markup (DOMPurify) first.',
  category: 'xss',
  sinks: [
    { write: ['*.{innerHTML,outerHTML,srcdoc}'] },
    { call: ['document.{write,writeln}', '*.document.{write,writeln}'], args: 'all' },
    { call: ['*.insertAdjacentHTML'], args: [1] },
    { call: ['*.createContextualFragment', '*.parseHTML', 'parseHTML'] },
    {
      call: ['{$,jQuery}().{html,append,prepend,after,before,replaceWith,wrap,appendTo}', '*.html'],
    },
    { call: ['{$,jQuery}'], shallow: true, unless: isSelector },
    { call: ['jsx.*'], args: [], named: ['dangerouslySetInnerHTML'] },
    {
      call: [
        '*.{bypassSecurityTrustHtml,bypassSecurityTrustScript,bypassSecurityTrustResourceUrl,bypassSecurityTrustUrl}',
      ],
    },
  ],
  positives: [
    "document.getElementById('x').innerHTML = decodeURIComponent(location.hash.slice(1)); // HERE\n",
    "const params = new URLSearchParams(window.location.search);\ndocument.write('<b>' + params.get('name') + '</b>'); // HERE\n",
    "$('#out').html(location.search); // HERE\n",
    "window.addEventListener('message', (e) => {\n  box.innerHTML = e.data; // HERE\n});\n",
    'class C {\n  constructor(private route: ActivatedRoute, private sanitizer: DomSanitizer) {}\n  go() {\n    const q = this.route.snapshot.queryParams.q;\n    this.value = this.sanitizer.bypassSecurityTrustHtml(q); // HERE\n  }\n}\n',
    "export const f = (req, res) => {\n  const q = req.query.q;\n  a.insertAdjacentHTML('', q); // HERE\n};\n",
    "const params = new URLSearchParams(window.location.search);\ndocument.createContextualFragment('<b>' + params.get('name') + '</b>'); // HERE\n",
    "const params = new URLSearchParams(window.location.search);\n$('<b>' + params.get('name') + '</b>'); // HERE\n",
    "$('#out').a.document.write(location.search); // HERE\n",
    "const params = new URLSearchParams(window.location.search);\ndocument.parseHTML('<b>' + params.get('name') + '</b>'); // HERE\n",
    "const params = new URLSearchParams(window.location.search);\nparseHTML('<b>' + params.get('name') + '</b>'); // HERE\n",
    "const params = new URLSearchParams(window.location.search);\n$().append('<b>' + params.get('name') + '</b>'); // HERE\n",
    "const params = new URLSearchParams(window.location.search);\ndocument.html('<b>' + params.get('name') + '</b>'); // HERE\n",
  ],
  negatives: [
    'el.textContent = location.hash;\n',
    "el.innerHTML = '<b>fixed</b>';\n",
    "const tab = $('#tabs a[href=\"' + location.hash + '\"]');\n$('<b>').appendTo(tab);\n",
    'el.innerHTML = DOMPurify.sanitize(location.hash);\n',
    'el.innerHTML = `<b>${encodeURIComponent(location.hash)}</b>`;\n',
  ],
};
