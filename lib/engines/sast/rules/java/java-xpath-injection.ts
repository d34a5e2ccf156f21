import type { Rule } from '@scangate/engines/sast/rule';
import { fromParameter } from '../from-parameter.ts';
import { method, servlet } from './samples.ts';

export const javaXpathInjection: Rule = {
  id: 'java-xpath-injection',
  cwe: 'CWE-643',
  severity: 'high',
  title: 'XPath expression built from untrusted input',
  message: 'Untrusted input becomes part of an XPath expression, so it can select other nodes.',
  help: 'Use variables in the expression and an XPathVariableResolver, or check the text against an allow list.',
  category: 'xpath',
  sinks: [
    {
      call: [
        '{XPath,XPathExpression,XPathFactory,XPathAPI,DocumentHelper}.{evaluate,evaluateExpression,compile,createXPath,eval}',
        '{xpath,xPath,xp}.{evaluate,evaluateExpression,compile}',
        '*.newXPath().{evaluate,evaluateExpression,compile}',
        '*.{selectNodes,selectSingleNode,selectNodeList}',
      ],
    },
  ],
  positives: [
    servlet(`    XPath xp = XPathFactory.newInstance().newXPath();
    xp.evaluate("/users/user[@name='" + request.getParameter("name") + "']", document); // HERE`),
    servlet(`    String expression = "/users/user[@id='" + request.getParameter("id") + "']";
    XPathExpression compiled = XPathFactory.newInstance().newXPath().compile(expression); // HERE
    compiled.evaluate(document);`),
  ],
  negatives: [
    servlet(`    XPath xp = XPathFactory.newInstance().newXPath();
    xp.setXPathVariableResolver(name -> request.getParameter("name"));
    xp.evaluate("/users/user[@name=$name]", document);`),
  ],
};

export const javaXpathFromParameter = fromParameter(javaXpathInjection, {
  id: 'java-xpath-from-parameter',
  title: 'XPath expression built from a parameter',
  does: 'puts its argument into an XPath expression as text',
  positives: [
    method(
      '    xpath.evaluate("/users/user[@name=\'" + name + "\']", document); // HERE',
      'XPath xpath, String name',
    ),
  ],
  negatives: [method('    xpath.evaluate("/users/user", document);', 'XPath xpath, String name')],
});
