import type { Call, Rule, Sink } from '@scangate/engines/sast/rule';
import { isBuiltText, prefixOf, type Value } from '@scangate/engines/sast/taint/value';
import { fromParameter } from '../from-parameter.ts';
import { putsQuotedSqlValue, putsSqlCondition, putsSqlValue } from '../sql-value.ts';
import { receiverNames } from './conditions.ts';
import { action, route } from './samples.ts';

const verb = /^[\s(]*(?:select|insert|update|delete|replace|with|create|drop|alter|call)\b/i;
const database =
  /connection|(?:^|[.@\s_])(?:db|conn|client|pg|mysql\w{0,3}|sqlite\w{0,3}|database|DB)(?:\(\))?$|Sequel|Mysql2|SQLite3|\bPG\b/i;

const isStatement = (value: Value | undefined): boolean => verb.test(value ? (prefixOf(value) ?? '') : '');
const onDatabase = (call: Call): boolean =>
  database.test(receiverNames(call).trim()) || isStatement(call.args[0]);

/** Models are classes: their names are capitalized. */
const onModel = ({ receiver }: Call): boolean => /^[A-Z]/.test(receiver?.path ?? '');

/** Looks at the statement of `["name = ?", name]`; the other items are values. */
const statementOf = (value: Value): Value => value.fields?.at('0') ?? value;

/** A hash of conditions, or a list that begins with constant text, is bound as parameters. */
const isTakenApart = (value: Value): boolean => {
  if (value.fields === undefined) return false;
  const first = value.fields.at('0');
  return first === undefined || first.taints.length === 0;
};

const sinks: readonly Sink[] = [
  {
    call: [
      '{where,find_by_sql,count_by_sql,find_by}',
      '*.{where,rewhere,find_by_sql,count_by_sql,delete_all,update_all,having,exists?}',
    ],
    unless: isTakenApart,
  },
  {
    call: [
      '{order,joins,select,group,pluck}',
      '*.{order,reorder,joins,from,select,group,pluck,not,or,in_order_of,lock}',
    ],
    unless: (value) => isTakenApart(value) || !isBuiltText(statementOf(value)),
  },
  { call: ['{Arel.sql,Sequel.lit,Sequel.literal}'] },
  {
    call: ['*.{select,sum,average,minimum,maximum,from}'],
    when: onModel,
    unless: isTakenApart,
  },
  {
    call: ['*.{first,last,all,count}'],
    when: onModel,
    unless: (value) => isTakenApart(value) || !isBuiltText(statementOf(value)),
  },
  {
    // Options of earlier versions of Rails: `find(:all, conditions: "…")`.
    call: ['*.{find,all,first,last,count,calculate,minimum,maximum,average,sum}'],
    args: [],
    named: ['conditions', 'order', 'group', 'having', 'joins', 'select', 'from', 'lock'],
    when: onModel,
    unless: isTakenApart,
  },
  {
    call: [
      '*.{execute,exec_query,select_all,select_one,select_rows,select_value,select_values,exec_update,exec_delete,exec_insert,query,exec,async_exec,exec_params,prepare,execute_batch,fetch,run}',
    ],
    when: onDatabase,
  },
];

export const rbSqlInjection: Rule = {
  id: 'rb-sql-injection',
  cwe: 'CWE-89',
  severity: 'critical',
  title: 'SQL built from untrusted input',
  message:
    'Untrusted input becomes part of an SQL statement, so that its sender can read or change the database.',
  help: 'Pass the value separately: where(name: params[:name]) or where("name = ?", params[:name]).',
  category: 'sql',
  sinks,
  positives: [
    action('@users = User.where("name = \'#{params[:name]}\'") # HERE'),
    action('User.order("#{params[:sort]} asc").first # HERE'),
    action(
      'sql = "SELECT * FROM users WHERE id = " + params[:id]\nActiveRecord::Base.connection.execute(sql) # HERE',
    ),
    action('User.find_by_sql("select * from users where name = \'%s\'" % params[:name]) # HERE'),
    action('User.where(["name = \'" + params[:name] + "\'"]) # HERE'),
    action('User.order(Arel.sql(params[:sort])) # HERE'),
    `class UsersController < ApplicationController
  def index
    @users = search(term)
  end

  private

  def term
    params[:q].strip
  end

  def search(text)
    User.where("name like '%#{text}%'") # HERE
  end
end
`,
    route(
      'db = SQLite3::Database.new("a.db")\ndb.execute(<<~SQL) # HERE\n  SELECT * FROM users WHERE name = \'#{params[:name]}\'\nSQL',
    ),
    action(
      'query = "SELECT * FROM users"\nquery << " WHERE name = \'#{params[:name]}\'"\nconnection.select_all(query) # HERE',
    ),
    action('User.find(:all, conditions: "name = \'#{params[:name]}\'") # HERE'),
    action('User.find(:first, conditions: ["id = ?", 1], order: params[:order]) # HERE'),
    action('User.sum(params[:column]) # HERE'),
    action('User.last("name = \'#{params[:name]}\'") # HERE'),
    'require "sequel"\ndef show(event:, context:)\n  DB["SELECT * FROM a WHERE b = \'#{event["id"]}\'"] # HERE\nend\n',
    'def show(event:, context:)\n  conn.exec("SELECT * FROM a WHERE b = %{id}" % { id: event["id"] }) # HERE\nend\n',
    action('params[:ids].each do |id|\n  User.where("id = #{id}") # HERE\nend'),
  ],
  negatives: [
    action('@users = User.where(name: params[:name])'),
    action('@users = User.where("name = ?", params[:name]).order(:name)'),
    action('@users = User.where(["name = ?", params[:name]])'),
    action('User.where("id = #{params[:id].to_i}")'),
    action('User.order("#{sort_column} asc")').replace(
      '  def show',
      '  def sort_column\n    %w[name id].include?(params[:sort]) ? params[:sort] : "name"\n  end\n\n  def show',
    ),
    action(
      'return head :bad_request unless COLUMNS.include?(params[:sort])\nUser.order("#{params[:sort]} asc")',
    ),
    action(
      'User.find(params[:id])\nUser.find_by(email: params[:email])\nUser.select { |u| u.name == params[:name] }',
    ),
    action('User.where("name = #{User.connection.quote(params[:name])}")'),
    action('User.find(:all, conditions: { name: params[:name] })'),
    action('User.find(:first, conditions: ["name = ?", params[:name]], order: "id")'),
    action('list.sum(params[:column])\nUser.where(params.slice(:name)).first'),
    action('User.exists?(id: params[:id])\nitems.select { |i| i.to_s == "#{params[:a]}" }'),
  ],
};

export const rbSqlFromParameter = fromParameter(rbSqlInjection, {
  id: 'rb-sql-from-parameter',
  title: 'Parameter put into SQL as text',
  does: 'puts its argument into an SQL statement as text',
  sinks: sinks.map((sink) => ({
    ...sink,
    unless: (value: Value) => {
      const statement = statementOf(value);
      const puts = putsSqlValue(statement) || putsQuotedSqlValue(statement) || putsSqlCondition(statement);
      return !puts || sink.unless?.(value) === true;
    },
  })),
  words: ['where', 'find_by_sql', 'execute', 'SELECT', 'select', 'delete_all', 'update_all', 'query'],
  positives: [
    'class User < ApplicationRecord\n  def self.named(name)\n    where("name = \'#{name}\'") # HERE\n  end\nend\n',
    'class Report\n  def rows(name)\n    connection.execute("SELECT * FROM a WHERE name = \'#{name}\'") # HERE\n  end\nend\n',
    'class User < ApplicationRecord\n  def self.found(name)\n    condition = Arel.sql("name = \'#{name}\'") # HERE\n  end\nend\n',
    'class User < ApplicationRecord\n  def self.found(price)\n    User.sum("price = \'#{price}\'") # HERE\n  end\nend\n',
    'class User < ApplicationRecord\n  def self.found(name)\n    User.first("name = \'#{name}\'") # HERE\n  end\nend\n',
    'class User < ApplicationRecord\n  def self.found(name)\n    User.find(:all, conditions: "name = \'#{name}\'") # HERE\n  end\nend\n',
  ],
  negatives: [
    'class User < ApplicationRecord\n  def self.named(name)\n    where("name = ?", name)\n  end\nend\n',
    'class Report\n  def rows(table)\n    connection.execute("SELECT * FROM #{table}")\n  end\nend\n',
    'class User < ApplicationRecord\n  def self.found(condition)\n    where(condition)\n  end\nend\n',
    'class User < ApplicationRecord\n  def self.found(column)\n    order("#{column} asc")\n  end\nend\n',
    'class User < ApplicationRecord\n  def self.found(column)\n    Arel.sql(column)\n  end\nend\n',
    'class User < ApplicationRecord\n  def self.found(column)\n    User.sum(column)\n  end\nend\n',
    'class User < ApplicationRecord\n  def self.found(rows, price)\n    rows.sum("price = \'#{price}\'")\n  end\nend\n',
    'class User < ApplicationRecord\n  def self.found(direction)\n    User.first("#{direction}")\n  end\nend\n',
    'class User < ApplicationRecord\n  def self.found(rows, name)\n    rows.first("name = \'#{name}\'")\n  end\nend\n',
    'class User < ApplicationRecord\n  def self.found(conditions)\n    User.find(:all, conditions: conditions)\n  end\nend\n',
    'class User < ApplicationRecord\n  def self.found(rows, name)\n    rows.find(:all, conditions: "name = \'#{name}\'")\n  end\nend\n',
    'class User < ApplicationRecord\n  def self.found(index, name)\n    index.query("name = \'#{name}\'")\n  end\nend\n',
  ],
});
