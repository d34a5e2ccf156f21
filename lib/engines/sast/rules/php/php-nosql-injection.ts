import type { Rule } from '@scangate/engines/sast/rule';
import { receiverNames } from './conditions.ts';
import { script } from './samples.ts';

export const phpNosqlInjection: Rule = {
  id: 'php-nosql-injection',
  cwe: 'CWE-943',
  severity: 'high',
  title: 'Query operators from untrusted input',
  message:
    'PHP turns a request like name[$ne]= into an array, which MongoDB treats as operators: the query matches more than intended.',
  help: 'Cast the value to a string: (string) $_POST["name"].',
  category: 'nosql',
  sinks: [
    {
      call: [
        '*.{find,findOne,findAndModify,findOneAndUpdate,updateOne,updateMany,deleteOne,deleteMany,remove,count,aggregate,countDocuments}',
      ],
      when: (call) => /mongo|collection|->db->|\bdb\.\w+$/i.test(receiverNames(call)),
    },
    { call: ['{MongoDB.Driver.Query,*.Driver.Query}'] },
  ],
  positives: [
    script('$collection->findOne(["name" => $_POST["name"]]); // HERE'),
    script('$query = new MongoDB\\Driver\\Query(["user" => $_GET["u"]]); // HERE'),
  ],
  negatives: [
    script('$collection->findOne(["name" => (string) $_POST["name"]]);'),
    script('$users->findOne(["name" => $_POST["name"]]);'),
    script('if (is_string($_POST["name"])) { $collection->findOne(["name" => $_POST["name"]]); }'),
  ],
};
