import type { Rule } from '@scangate/engines/sast/rule';
import { fromParameter } from '../from-parameter.ts';
import { method, servlet } from './samples.ts';

export const javaCodeInjection: Rule = {
  id: 'java-code-injection',
  cwe: 'CWE-94',
  severity: 'critical',
  title: 'Untrusted input is run as code',
  message: 'Untrusted input is evaluated as a script or an expression: its sender can run arbitrary code.',
  help: 'Do not evaluate untrusted input; choose among fixed expressions, and pass values as variables.',
  category: 'code',
  sinks: [
    {
      call: [
        'ScriptEngine.{eval,compile}',
        '*.{getEngineByName,getEngineByExtension,getEngineByMimeType}().{eval,compile}',
        '{GroovyShell,GroovyShell()}.{evaluate,parse,run}',
        '{GroovyClassLoader,GroovyClassLoader()}.parseClass',
        'GroovyScriptEngine.{run,createScript,loadScriptByName}',
        '{ExpressionParser,SpelExpressionParser,SpelExpressionParser()}.{parseExpression,parseRaw}',
        '*.parseExpression',
        'Ognl.{getValue,setValue,parseExpression}',
        'OgnlUtil.{getValue,setValue,callMethod,compile}',
        'OgnlTextParser.evaluate',
        '{OgnlReflectionProvider,ReflectionProvider}.{getGetMethod,getSetMethod,getField,getValue,setValue,setProperties,setProperty}',
        '*.buildConstraintViolationWithTemplate',
        'MVEL.{eval,compileExpression,executeExpression}',
        'JexlEngine.{createExpression,createScript}',
        'Interpreter.eval',
        'ELProcessor.{eval,getValue}',
      ],
    },
    { call: ['OgnlUtil.*'], args: [0, 1] },
    { call: ['*.{createValueExpression,createMethodExpression}'], args: [1] },
    { call: ['{OgnlReflectionProvider,ReflectionProvider}.{getGetMethod,getSetMethod,getField}'], args: [1] },
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

export const javaCodeFromParameter = fromParameter(javaCodeInjection, {
  id: 'java-code-from-parameter',
  title: 'Parameter run as code',
  does: 'evaluates its argument as a script or an expression',
  positives: [
    method(
      '    GroovyShell shell = new GroovyShell();\n    shell.evaluate(script); // HERE',
      'String script',
    ),
    method('    engine.eval("test = 1;" + text); // HERE', 'ScriptEngine engine, String text'),
    method(
      '    factory.createMethodExpression(context, expression, String.class, types); // HERE',
      'String expression',
    ),
  ],
  negatives: [
    method('    GroovyShell shell = new GroovyShell();\n    shell.evaluate("1 + 1");', 'String script'),
    servlet('    new GroovyShell().evaluate(request.getParameter("script"));'),
  ],
});
