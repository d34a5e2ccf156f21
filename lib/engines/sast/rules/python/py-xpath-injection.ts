import type { Rule } from '@scangate/engines/sast/rule';
import { prefixOf, type Value } from '@scangate/engines/sast/taint/value';
import { flask } from './samples.ts';

const isPath = (value: Value): boolean => /^\.{0,2}\/|\[@?\w{1,40}\s{0,3}=/.test(prefixOf(value) ?? '');

export const pyXpathInjection: Rule = {
  id: 'py-xpath-injection',
  cwe: 'CWE-643',
  severity: 'high',
  title: 'XPath built from untrusted input',
  message:
    'Untrusted input becomes part of an XPath expression: it can reach parts of the document that were not intended.',
  help: 'Use variables: tree.xpath("//user[@id=$id]", id=value).',
  category: 'xpath',
  sinks: [
    { call: ['*.xpath', '{lxml.etree,etree}.{XPath,ETXPath,XPathEvaluator}'], named: ['_path', 'path'] },
    { call: ['elementpath.{select,iter_select}'], args: [1] },
    { call: ['*.{find,findall,findtext,iterfind}'], unless: (value) => !isPath(value) },
  ],
  positives: [
    flask('    root.xpath("//user[@id=\'" + request.args["id"] + "\']")  # HERE'),
    flask(
      "    q = f\"/a/b[@id='{request.args['id']}']\"\n    nodes = elementpath.select(root, q)  # HERE",
      'import elementpath',
    ),
    flask("    tree.findall(f\".//user[name='{request.form['n']}']\")  # HERE"),
    flask(
      '    text = io.StringIO()\n    text.write("//a[@b=\'")\n    text.write(request.args["b"])\n    root.xpath(text.getvalue())  # HERE',
      'import io',
    ),
  ],
  negatives: [
    flask('    root.xpath("//user[@id=$id]", id=request.args["id"])'),
    flask(
      '    id = request.args["id"]\n    if "\'" in id:\n        return ""\n    root.xpath(f"//user[@id=\'{id}\']")',
    ),
    flask('    root.xpath(f"//user[@id=\'{request.args[\'id\'].replace("\'", "&apos;")}\']")'),
    flask('    "a text".find(request.args["x"])'),
  ],
};
