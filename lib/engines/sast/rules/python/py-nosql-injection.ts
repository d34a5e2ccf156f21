import type { Call, Rule } from '@scangate/engines/sast/rule';
import { flask } from './samples.ts';

const isChosen = ({ taints }: { taints: readonly { origin: { label: string } }[] }): boolean =>
  taints.some(({ origin }) => origin.label === 'user');

const isCollection = ({ receiver, names }: Call): boolean =>
  /mongo|\bdb\b|_db\b|coll(?:ection)?s?\b/i.test(
    `${receiver?.path ?? ''} ${receiver?.type ?? ''} ${names.join(' ')}`,
  );

export const pyNosqlInjection: Rule = {
  id: 'py-nosql-injection',
  cwe: 'CWE-943',
  severity: 'high',
  title: 'Query object from untrusted input',
  message:
    'Untrusted data becomes part of a MongoDB query without conversion: an object with operators such as `$ne` matches unintended documents, `$where` runs code.',
  help: 'Convert values to strings or numbers first (str(value)), and do not use $where.',
  category: 'nosql',
  sinks: [
    {
      call: [
        '*.{find,find_one,find_one_and_update,find_one_and_delete,find_one_and_replace,update_one,update_many,delete_one,delete_many,replace_one,count_documents,aggregate,map_reduce}',
      ],
      named: ['filter'],
      // Strings and services of the program have a `find` method as well.
      when: (call) => call.args[0]?.fields !== undefined || isCollection(call),
    },
  ],
  entries: [{ key: ['$where'], when: isChosen }],
  positives: [
    flask(
      '    body = request.get_json()\n    users.find_one({"name": body["name"], "password": body["password"]})  # HERE',
    ),
    flask('    users.find({"$where": "this.name == \'" + request.args["n"] + "\'"})  # HERE'),
    flask('    db.users.find(request.json)  # HERE'),
  ],
  negatives: [
    flask('    users.find_one({"name": request.args["name"]})'),
    flask('    users.find_one({"name": str(request.json["name"])})'),
    flask('    text.find(request.json["x"])'),
  ],
};
