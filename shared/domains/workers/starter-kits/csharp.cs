// A worker in one file: takes tasks out of its alias's queue, does the work and reports what came of it.
//
//   dotnet new console && dotnet add package AWSSDK.SQS --version 4.0.3.7
//   dotnet add package BouncyCastle.Cryptography --version 2.6.2
//   dotnet run                                         (.NET 8 or newer; this file is Program.cs)
//
// One process does one task after the other; for more at a time start more of them. All settings are environment variables.

using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using Amazon.Runtime;
using Amazon.SQS;
using Amazon.SQS.Model;
using Org.BouncyCastle.Crypto.Parameters;
using Org.BouncyCastle.Crypto.Signers;
using Org.BouncyCastle.OpenSsl;

var queueUrl = Setting("QUEUE_URL"); // Queue URL of the alias
// Access Key and Secret Key of the alias. Leave both out for a queue of Amazon SQS: the SDK reads AWS_REGION and your own keys.
var accessKeyId = Environment.GetEnvironmentVariable("ACCESS_KEY_ID") ?? "";
var secretAccessKey = Environment.GetEnvironmentVariable("SECRET_ACCESS_KEY") ?? "";
var privateKeyText = Setting("PRIVATE_KEY").Replace("\\n", "\n"); // as it was shown when it was generated
var keyId = Setting("KEY_ID"); // id of that private key
var platformUrl = Setting("PLATFORM_URL").TrimEnd('/'); // address of the console
var version = Environment.GetEnvironmentVariable("VERSION") ?? "1.0.0"; // of your worker; shown as version @ host

// The work. What it returns are the task's outputs; what it throws becomes the reason of the failure.
async Task<JsonObject> Work(TaskMessage task, Context context)
{
    if (task.Inputs["name"] is not JsonValue value || !value.TryGetValue<string>(out var name))
        throw new ArgumentException("inputs.name must be a text");
    context.Log($"Greeting {name}");
    await context.Progress(0.5); // 0 to 1; sends the log along
    context.Lost.ThrowIfCancellationRequested(); // no longer ours: its run was cancelled, or it took too long
    return new JsonObject { ["greeting"] = $"Hello, {name}" };
}

// A task that is received stays invisible to others for so long, and is extended while it is worked on.
const int VisibilitySeconds = 30;
// How often a report is sent that does not get through.
const int ReportTries = 5;

using var queue = accessKeyId == ""
    ? new AmazonSQSClient()
    : new AmazonSQSClient(
        accessKeyId,
        secretAccessKey,
        new AmazonSQSConfig { ServiceURL = queueUrl, AuthenticationRegion = "local" });
// The console shows which hosts poll, with which version.
queue.BeforeRequestEvent += (_, call) =>
{
    if (call is not WebServiceRequestEventArgs { Headers: var headers }) return;
    headers["x-worker-host"] = Environment.MachineName;
    headers["x-worker-version"] = version;
};
using var http = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };
using var keyReader = new PemReader(new StringReader(privateKeyText));
var privateKey = keyReader.ReadObject() as Ed25519PrivateKeyParameters
    ?? throw new InvalidOperationException("PRIVATE_KEY is no Ed25519 key in PEM");
var json = new JsonSerializerOptions(JsonSerializerDefaults.Web);

// The signal lets the task under way end.
using var stopping = new CancellationTokenSource();
void Stop(PosixSignalContext context)
{
    context.Cancel = true;
    stopping.Cancel();
}
using var terminated = PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop);
using var interrupted = PosixSignalRegistration.Create(PosixSignal.SIGINT, Stop);

while (!stopping.IsCancellationRequested)
{
    try
    {
        var request = new ReceiveMessageRequest
        {
            QueueUrl = queueUrl,
            MaxNumberOfMessages = 1,
            WaitTimeSeconds = 20,
            VisibilityTimeout = VisibilitySeconds,
        };
        var received = await queue.ReceiveMessageAsync(request, stopping.Token);
        // Null when nothing came.
        foreach (var message in received.Messages ?? []) await Handle(message);
    }
    catch (OperationCanceledException) when (stopping.IsCancellationRequested)
    {
        break;
    }
    catch (UnauthorizedException error)
    {
        Console.Error.WriteLine($"{error.Message}: check PRIVATE_KEY, KEY_ID and PLATFORM_URL");
        return 1;
    }
    catch (Exception error)
    {
        Console.Error.WriteLine($"Trying again in 5 s: {error}");
        await Task.Delay(5000, stopping.Token).ContinueWith(_ => { }, TaskScheduler.Default);
    }
}
return 0;

// Does one task. Its message is deleted once the result has arrived; otherwise it comes back as a new attempt.
async Task Handle(Message message)
{
    var task = JsonSerializer.Deserialize<TaskMessage>(message.Body, json)
        ?? throw new InvalidOperationException("The message has no body");
    using var lost = new CancellationTokenSource();
    using var done = new CancellationTokenSource();
    var extending = Extend(message.ReceiptHandle, lost, done.Token);
    try
    {
        await Report(task, new JsonObject { ["status"] = "started" });
        await Report(task, await ResultOf(task, lost.Token));
        await queue.DeleteMessageAsync(queueUrl, message.ReceiptHandle);
    }
    catch (LeaseEndedException)
    {
        Console.Error.WriteLine($"Task {task.TaskId} is no longer ours");
    }
    finally
    {
        done.Cancel();
        await extending;
    }
}

async Task Extend(string receiptHandle, CancellationTokenSource lost, CancellationToken done)
{
    try
    {
        while (true)
        {
            await Task.Delay(TimeSpan.FromSeconds(VisibilitySeconds * 0.4), done);
            await queue.ChangeMessageVisibilityAsync(queueUrl, receiptHandle, VisibilitySeconds, done);
        }
    }
    catch (OperationCanceledException) when (done.IsCancellationRequested)
    {
        // The work is done.
    }
    catch (Exception error)
    {
        Console.Error.WriteLine($"The task could not be kept: {error.Message}");
        lost.Cancel();
    }
}

// The report that ends the attempt.
async Task<JsonObject> ResultOf(TaskMessage task, CancellationToken lost)
{
    var context = new Context(
        lost,
        (part, logs) => Report(task, new JsonObject { ["status"] = "started", ["progress"] = part, ["logs"] = logs }));
    try
    {
        var outputs = await Work(task, context);
        return new JsonObject { ["status"] = "ended", ["outputs"] = outputs, ["logs"] = context.TakeLogs() };
    }
    catch (Exception error) when (error is not (LeaseEndedException or UnauthorizedException))
    {
        context.Log(error.Message, "error", error.ToString());
        return new JsonObject { ["status"] = "failed", ["reason"] = error.Message, ["logs"] = context.TakeLogs() };
    }
}

// Sends a report, again and again for half a minute when it does not get through.
async Task Report(TaskMessage task, JsonObject body)
{
    body["lease"] = task.Lease;
    body["execution"] = task.Execution;
    body["version"] = version;
    body["hostName"] = Environment.MachineName;
    for (var left = ReportTries - 1; ; left -= 1)
    {
        string fault;
        try
        {
            using var request = new HttpRequestMessage(HttpMethod.Post, $"{platformUrl}/api/tasks/{task.TaskId}/report");
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", Token(task));
            request.Content = JsonContent.Create(body);
            using var response = await http.SendAsync(request);
            if (response.IsSuccessStatusCode) return;
            var status = (int)response.StatusCode;
            fault = $"{status} {await response.Content.ReadAsStringAsync()}";
            if (status == 409) throw new LeaseEndedException();
            if (status is 401 or 403) throw new UnauthorizedException($"The report is refused: {fault}");
            if (status != 429 && status < 500) left = 0;
        }
        catch (Exception error) when (error is HttpRequestException or TaskCanceledException)
        {
            fault = error.Message;
        }
        if (left == 0) throw new InvalidOperationException($"The report does not get through: {fault}");
        await Task.Delay(TimeSpan.FromSeconds(Math.Pow(2, ReportTries - 1 - left)));
    }
}

// Each call has a token (JWT, RFC 8037) of its own, which is good for this task's lease and for one minute.
string Token(TaskMessage task)
{
    var header = new { alg = "EdDSA", kid = keyId };
    var claims = new
    {
        iss = task.AliasId,
        aud = platformUrl,
        exp = DateTimeOffset.UtcNow.AddMinutes(1).ToUnixTimeSeconds(),
        jti = Guid.NewGuid().ToString(),
        lease = task.Lease,
    };
    var content = $"{Base64Url(JsonSerializer.SerializeToUtf8Bytes(header))}.{Base64Url(JsonSerializer.SerializeToUtf8Bytes(claims))}";
    var signer = new Ed25519Signer();
    signer.Init(true, privateKey);
    var bytes = Encoding.ASCII.GetBytes(content);
    signer.BlockUpdate(bytes, 0, bytes.Length);
    return $"{content}.{Base64Url(signer.GenerateSignature())}";
}

static string Base64Url(byte[] bytes) =>
    Convert.ToBase64String(bytes).TrimEnd('=').Replace('+', '-').Replace('/', '_');

static string Setting(string name)
{
    var value = Environment.GetEnvironmentVariable(name);
    if (!string.IsNullOrEmpty(value)) return value;
    Console.Error.WriteLine($"The environment variable {name} is not set");
    Environment.Exit(1);
    return "";
}

// The body of a message.
record TaskMessage(
    string TaskId, string Lease, int Attempt, string Name, string Type, string Alias, string AliasId,
    JsonObject Inputs, string WorkQueueId, string AppId)
{
    // A queue service may hand a message out twice: the report of the other execution is then refused.
    public string Execution { get; } = Guid.NewGuid().ToString();
}

// What the work is given besides its task.
class Context(CancellationToken lost, Func<double, JsonArray, Task> send)
{
    JsonArray logs = new();

    public CancellationToken Lost { get; } = lost;

    public void Log(string message, string level = "info", string? stacktrace = null) =>
        logs.Add(new JsonObject
        {
            ["timestamp"] = DateTime.UtcNow.ToString("yyyy-MM-dd'T'HH:mm:ss.fff'Z'"),
            ["level"] = level,
            ["message"] = message,
            ["stacktrace"] = stacktrace,
        });

    public Task Progress(double part) => send(part, TakeLogs());

    public JsonArray TakeLogs()
    {
        var taken = logs;
        logs = new();
        return taken;
    }
}

class LeaseEndedException : Exception;

class UnauthorizedException(string message) : Exception(message);
