import type { Rule } from '@scangate/engines/sast/rule';
import { action } from './samples.ts';

export const rbXpathInjection: Rule = {
  id: 'rb-xpath-injection',
  cwe: 'CWE-643',
  severity: 'medium',
  title: 'XPath from untrusted input',
  message:
    'Untrusted input changes an XPath expression, so that its sender can read other parts of the document.',
  help: 'Pass the value as a variable: doc.xpath("//a[@id=$id]", nil, id: params[:id]).',
  category: 'xpath',
  sinks: [{ call: ['*.{xpath,at_xpath}'] }, { call: ['REXML.XPath.{first,each,match}'], args: [1] }],
  positives: [
    action('doc.xpath("//user[@name=\'#{params[:name]}\']") # HERE'),
    action('REXML::XPath.first(doc, "//a[@id=" + params[:id] + "]") # HERE'),
  ],
  negatives: [
    action('doc.xpath("//user[@id=$id]", nil, id: params[:id])\ndoc.xpath("//a[@id=#{params[:id].to_i}]")'),
  ],
};
