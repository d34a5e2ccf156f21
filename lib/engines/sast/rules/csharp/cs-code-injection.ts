import type { Rule } from '@scangate/engines/sast/rule';
import { action, method } from './samples.ts';

export const csCodeInjection: Rule = {
  id: 'cs-code-injection',
  cwe: 'CWE-94',
  severity: 'critical',
  title: 'Code from untrusted input',
  message: 'Untrusted input is compiled or evaluated as code, so its sender can run anything.',
  help: 'Map the input to a fixed set of operations.',
  category: 'code',
  sinks: [
    {
      call: [
        'CSharpScript.{EvaluateAsync,RunAsync,Create}',
        '*.{CompileAssemblyFromSource,ParseText}',
        '{Engine,Engine(),JintEngine}.{Execute,Evaluate}',
        '*.{ParseLambda,ParseExpression}',
        'CSharpSyntaxTree.ParseText',
        '{PowerShell,PowerShell.Create()}.AddScript',
        '*.AddScript',
      ],
      args: 'all',
    },
  ],
  positives: [
    action('        var sum = await CSharpScript.EvaluateAsync(q); // HERE'),
    action('        PowerShell.Create().AddScript("Get-Item " + q); // HERE'),
  ],
  negatives: [
    action('        var sum = await CSharpScript.EvaluateAsync("1 + 2");'),
    method('        CSharpSyntaxTree.ParseText(File.ReadAllText("a.cs"));'),
  ],
};

export const csUnsafeReflection: Rule = {
  id: 'cs-unsafe-reflection',
  cwe: 'CWE-470',
  severity: 'medium',
  title: 'Class chosen by untrusted input',
  message: 'Untrusted input decides which class is loaded or created.',
  help: 'Map the input to the classes that may be created.',
  category: 'code',
  sinks: [
    {
      call: [
        'Type.GetType',
        'Activator.{CreateInstance,CreateInstanceFrom}',
        'Assembly.{Load,LoadFrom,LoadFile}',
        '*.GetTypeFromProgID',
        '*.GetMethod',
      ],
      args: 'all',
    },
  ],
  positives: [
    action('        var type = Type.GetType(q); // HERE'),
    action('        var assembly = Assembly.Load(q); // HERE'),
  ],
  negatives: [
    action('        var type = Type.GetType("System.String");'),
    action('        var made = Activator.CreateInstance<Order>();'),
  ],
};
