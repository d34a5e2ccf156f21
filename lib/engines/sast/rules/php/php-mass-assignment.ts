import type { Call, Rule } from '@scangate/engines/sast/rule';
import { action, script } from './samples.ts';

const everything = /^(?:\$request|request\(\))->(?:all|input|post|query)\(\)$|^\$_(?:POST|GET|REQUEST)$/;

const takesEverything = ({ written: [given] }: Call): boolean =>
  everything.test(given?.at.text.slice(0, 60) ?? '');

export const phpMassAssignment: Rule = {
  id: 'php-mass-assignment',
  cwe: 'CWE-915',
  severity: 'medium',
  title: 'Model filled with all request fields',
  message: 'The request can set fields that its form does not show, such as a role.',
  help: 'Select the expected fields: $request->only([…]) or $request->validated(), and list them in $fillable.',
  calls: [
    { call: ['*.{forceFill,forceCreate}'], when: takesEverything },
    {
      call: ['*.unguard'],
      when: ({ names }) => names.some((name) => /^[A-Z]|\.[A-Z]\w*\.unguard$/.test(name)),
    },
    {
      call: ['{extract,parse_str}'],
      when: ({ args, written: [given] }) =>
        args.length === 1 && everything.test(given?.at.text.slice(0, 60) ?? ''),
    },
  ],
  positives: [
    action('        $user->forceFill($request->all())->save(); // HERE'),
    script('extract($_POST); // HERE'),
    script('Model::unguard(); // HERE'),
  ],
  negatives: [
    action(
      '        $user->forceFill($request->only(["name"]))->save();\n        User::create($request->validated());',
    ),
    script('extract($row);\nparse_str($_SERVER["QUERY_STRING"], $out);'),
  ],
};

export const phpWholeRequest: Rule = {
  id: 'php-whole-request',
  cwe: 'CWE-915',
  severity: 'low',
  confidence: 'low',
  title: 'Model is filled with the whole request',
  message:
    'Only $fillable prevents the request from setting fields that its form does not show, such as a role.',
  help: 'Select the expected fields: $request->only([…]) or $request->validated().',
  writes: [
    { write: ['*.guarded'], when: ({ fields }, within) => within === undefined && fields?.length === 0 },
  ],
  calls: [{ call: ['*.{create,update,fill,insert,updateOrCreate,firstOrCreate}'], when: takesEverything }],
  positives: [
    '<?php\nclass User extends Model\n{\n    protected $guarded = []; // HERE\n}\n',
    action('        return User::create($request->all()); // HERE'),
    action('        $user->update($request->input()); // HERE'),
  ],
  negatives: [
    '<?php\nclass User extends Model\n{\n    protected $guarded = ["id"];\n}\n',
    action('        return User::create($request->validated());'),
    action('        $user->fill(["name" => $request->name]);'),
  ],
};
