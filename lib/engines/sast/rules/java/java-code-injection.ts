import type { Rule } from '@scangate/engines/sast/rule';
import { method, servlet } from './samples.ts';

export const javaCodeInjection: Rule = {
  id: 'java-code-injection',
  cwe: 'CWE-94',
  severity: 'critical',
  title: 'Untrusted input is run as code',
  message: 'Untrusted input is evaluated as a script or an expression: its sender runs arbitrary code.',
  help: 'Do not evaluate untrusted input; choose among fixed expressions, and give values as variables.',
  category: 'code',
  sinks: [
    {
      call: [
        'ScriptEngine.{eval,compile}',
        '*.getEngineByName().{eval,compile}',
        'GroovyShell.{evaluate,parse,run}',
        'GroovyShell().{evaluate,parse}',
        'GroovyClassLoader.parseClass',
        '{ExpressionParser,SpelExpressionParser,SpelExpressionParser()}.{parseExpression,parseRaw}',
        '*.parseExpression',
        'Ognl.{getValue,setValue,parseExpression}',
        'MVEL.{eval,compileExpression,executeExpression}',
        '*.createValueExpression',
        'JexlEngine.{createExpression,createScript}',
        'Interpreter.eval',
        'ELProcessor.{eval,getValue}',
      ],
    },
  ],
  positives: [
    servlet(`    ScriptEngine engine = new ScriptEngineManager().getEngineByName("js");
    engine.eval(request.getParameter("code")); // HERE`),
    method(
      `    ExpressionParser parser = new SpelExpressionParser();
    parser.parseExpression(text).getValue(); // HERE`,
      '@RequestBody String text',
    ),
  ],
  negatives: [
    servlet(`    ExpressionParser parser = new SpelExpressionParser();
    parser.parseExpression("name == 'a'").getValue(request.getParameter("name"));`),
  ],
};
