class UsersController < ApplicationController
  def index
    name = params[:name]
    @users = User.where("name = '#{name}'")
  end
end
