import { categoryBit, type Rule } from '@scangate/engines/sast/rule';
import { deepTaints } from '@scangate/engines/sast/taint/value';
import { receiverNames } from './conditions.ts';
import { action } from './samples.ts';

export const rbNosqlInjection: Rule = {
  id: 'rb-nosql-injection',
  cwe: 'CWE-943',
  severity: 'high',
  title: 'Query operators from untrusted input',
  message:
    'A request like name[$ne]= becomes a hash, which MongoDB treats as operators: the query matches more than intended.',
  help: 'Convert the value to a string: params[:name].to_s.',
  category: 'nosql',
  calls: [
    {
      call: [
        '*.{find,delete_one,delete_many,update_one,update_many,aggregate,count_documents,find_one_and_update}',
      ],
      when: (call) =>
        /collection|mongo/i.test(receiverNames(call)) &&
        [...call.args, ...call.named.values()].some((value) =>
          deepTaints(value).some(
            ({ origin, sanitized }) => origin.label === 'user' && (sanitized & categoryBit('nosql')) === 0,
          ),
        ),
    },
  ],
  positives: [
    action('collection.find(name: params[:name]).first # HERE'),
    action('client[:users].find(params[:query]) # HERE').replace('client[:users]', 'mongo_client.users'),
  ],
  negatives: [action('collection.find(name: params[:name].to_s).first\nusers.find(params[:id])')],
};
