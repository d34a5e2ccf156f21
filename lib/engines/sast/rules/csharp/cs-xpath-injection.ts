import type { Rule } from '@scangate/engines/sast/rule';
import { fromParameter } from '../from-parameter.ts';
import { action, method } from './samples.ts';

export const csXpathInjection: Rule = {
  id: 'cs-xpath-injection',
  cwe: 'CWE-643',
  severity: 'high',
  title: 'XPath expression built from untrusted input',
  message: 'Untrusted input becomes part of an XPath expression, so that its sender can read other nodes.',
  help: 'Use an XsltContext with variables, or compare the text of the nodes in code.',
  category: 'xpath',
  sinks: [
    {
      call: [
        '*.{SelectNodes,SelectSingleNode,XPathSelectElement,XPathSelectElements,XPathEvaluate}',
        'XPathExpression.Compile',
        '{XPathNavigator,navigator,nav}.{Select,Evaluate,Compile,Matches}',
      ],
    },
  ],
  positives: [
    action('        var node = document.SelectSingleNode("//user[name=\'" + q + "\']"); // HERE'),
    action('        XPathExpression.Compile($"//user[@id=\'{q}\']"); // HERE'),
  ],
  negatives: [
    action('        var node = document.SelectSingleNode("//user[1]");'),
    action('        var node = document.SelectSingleNode("//user[" + id + "]");', 'int id'),
  ],
};

export const csXpathFromParameter = fromParameter(csXpathInjection, {
  id: 'cs-xpath-from-parameter',
  title: 'Parameter put into an XPath expression',
  does: 'puts its argument into an XPath expression as text',
  words: [
    'XPathExpression',
    'XPathNavigator',
    'SelectNodes',
    'SelectSingleNode',
    'XPathSelectElement',
    'XPathSelectElements',
    'XPathEvaluate',
    'XPath',
    'CreateNavigator',
  ],
  positives: [
    method(
      '        var found = nav.Compile("//a[b=\'" + name + "\']"); // HERE',
      'XPathNavigator nav, string name',
    ),
    method(
      '        var found = element.XPathEvaluate("//a[b=\'" + name + "\']"); // HERE',
      'XElement element, string name',
    ),
  ],
  negatives: [method('        var found = nav.Compile("//a[" + id + "]");', 'XPathNavigator nav, int id')],
});
