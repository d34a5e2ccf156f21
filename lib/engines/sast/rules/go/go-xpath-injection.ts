import type { Rule } from '@scangate/engines/sast/rule';
import { handler } from './samples.ts';

export const goXpathInjection: Rule = {
  id: 'go-xpath-injection',
  cwe: 'CWE-643',
  severity: 'high',
  title: 'XPath expression built from untrusted input',
  message: 'Untrusted input becomes part of an XPath expression, so it can select other nodes.',
  help: 'Check the text against an allow list before it becomes part of an expression.',
  category: 'xpath',
  sinks: [
    { call: ['github.com/antchfx/xpath.{Compile,MustCompile}'] },
    { call: ['github.com/antchfx/{xmlquery,htmlquery,jsonquery}.{Find,FindOne,Query,QueryAll}'], args: [1] },
  ],
  positives: [
    handler(
      'github.com/antchfx/xmlquery',
      '\txmlquery.FindOne(document, "//user[@name=\'"+r.FormValue("name")+"\']") // HERE',
    ),
  ],
  negatives: [
    handler(
      'github.com/antchfx/xmlquery',
      '\txmlquery.FindOne(document, "//user[1]").SelectAttr(r.FormValue("name"))',
    ),
  ],
};
