import { routeMark } from '@scangate/engines/sast/lower/ruby/ruby-calls';
import type { Expression, FunctionUnit } from '@scangate/engines/sast/ir';
import type { Source } from '@scangate/engines/sast/rule';
import { parameterLabel } from '@scangate/engines/sast/taint/value';

const parts =
  '{params,body,headers,env,query_string,raw_post,cookies,referer,referrer,user_agent,GET,POST,query_parameters,request_parameters,path_parameters,filtered_parameters,query,post,http_referer}';
const addresses = '{fullpath,url,original_url,path,path_info,original_fullpath,host,host_with_port}';
const holders = '{request(),request,req,Request,Rack.Request,Rack.Request()}';

const isNamed = (target: Expression, name: string): boolean => target.kind === 'name' && target.name === name;

/** A function of Lambda: `def handler(event:, context:)`. */
const isHandler = ({ parameters }: FunctionUnit): boolean =>
  parameters.length === 2 && parameters.some(({ target }) => isNamed(target, 'context'));

export const sources: readonly Source[] = [
  { description: 'value of the request', read: ['params', 'cookies'] },
  {
    description: 'value of the request',
    call: [`${holders}.${parts}`, '*.request().params', 'controller().params'],
  },
  {
    description: 'address of the request',
    cleans: ['redirect', 'ssrf', 'nosql'],
    call: [`${holders}.${addresses}`],
  },
  {
    description: 'value of the request',
    read: ['env.{QUERY_STRING,PATH_INFO,HTTP_REFERER,HTTP_USER_AGENT,HTTP_COOKIE,HTTP_X_FORWARDED_FOR}'],
  },
  {
    description: 'part of the URL',
    words: ['get', 'post', 'put', 'patch', 'delete', 'options'],
    parameter: (_, { unit }) => unit.annotations.some(({ name }) => name === routeMark),
  },
  {
    description: 'event of the function',
    words: ['context'],
    parameter: ({ target }, { unit }) => isNamed(target, 'event') && isHandler(unit),
  },
  {
    description: 'name of an upload',
    label: 'upload',
    call: ['*.original_filename'],
    read: ['*.original_filename'],
  },
  { description: 'argument of the command line', label: 'local', read: ['ARGV'], call: ['gets'] },
  {
    description: 'random number that can be guessed',
    label: 'weak-random',
    call: [
      '{rand,Random.rand,Kernel.rand,Random.new_seed}',
      '{Random(),Random}.{rand,bytes}',
      '*.{sample,shuffle}',
    ],
    when: ({ named }) => !named.has('random'),
  },
  {
    description: 'parameter of a method',
    label: parameterLabel,
    parameter: ({ target, rest, isBlock }) => target.kind === 'name' && !rest && isBlock !== true,
  },
];
